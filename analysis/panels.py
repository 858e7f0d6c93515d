"""A page of panels, three in a row."""


def draw_page(pyplot, panels, title, width=4.2, top=1):
    """`panels`: (what draws on axes, its arguments) each; sizes are inches a panel, `top` the part below the title."""
    columns = min(3, len(panels))
    rows = -(-len(panels) // columns)
    figure, grid = pyplot.subplots(rows, columns, figsize=(width * columns, 3.4 * rows), squeeze=False)
    for axes, (draw, *what) in zip(grid.flat, panels):
        draw(axes, *what)
    for axes in grid.flat[len(panels):]:
        axes.remove()
    figure.suptitle(title, parse_math=False)
    figure.tight_layout(rect=(0, 0, 1, top))
    return figure
