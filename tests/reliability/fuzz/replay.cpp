// The plain driver of a fuzz target, for any compiler:
//   fuzz_TARGET [--seconds S] [--seed N] CORPUS...
// runs every file of the corpus (files or folders), then mutants of them for S seconds. The input
// at work is kept in fuzz_TARGET.input beside the program: what ended the process is still there.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/reliability/fuzz/fuzz.hpp"
#include "tests/reliability/fuzz/mutate.hpp"

namespace fairslot::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_changed = 1 << 18;  // longer inputs are tried as they are only
constexpr unsigned seconds_an_input = 60;         // then SIGALRM ends it: a hang

struct Options {
  double seconds = 0;
  std::uint64_t seed = 1;
  std::vector<fs::path> places;
};

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    std::string const word = argv[i];
    if (word == "--seconds" && i + 1 < argc)
      options.seconds = std::atof(argv[++i]);
    else if (word == "--seed" && i + 1 < argc)
      options.seed = std::strtoull(argv[++i], nullptr, 10);
    else
      options.places.emplace_back(word);
  }
  return options;
}

std::vector<fs::path> files_of(std::vector<fs::path> const& places) {
  std::vector<fs::path> files;
  for (fs::path const& place : places) {
    if (fs::is_regular_file(place)) files.push_back(place);
    if (!fs::is_directory(place)) continue;  // not every target has both folders
    for (auto const& entry : fs::recursive_directory_iterator(place))
      if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

std::string read(fs::path const& path) {
  std::ifstream file(path, std::ios::binary);
  require(file.good(), "the corpus can be read: " + path.string());
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Runs inputs and keeps the one at work.
class Runner {
 public:
  explicit Runner(std::string const& kept)
      : kept_(::open(kept.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
    require(kept_ >= 0, "the input at work can be kept in " + kept);
  }
  void operator()(std::string const& input) const {
    bool const kept = ::ftruncate(kept_, 0) == 0 &&
                      ::pwrite(kept_, input.data(), input.size(), 0) == std::ssize(input);
    require(kept, "the input at work can be kept");
    ::alarm(seconds_an_input);
    LLVMFuzzerTestOneInput(reinterpret_cast<std::uint8_t const*>(input.data()), input.size());
  }

 private:
  int kept_;
};

void run(Options const& options, std::string const& kept) {
  Runner const try_input(kept);
  Corpus corpus;
  auto const files = files_of(options.places);
  require(!files.empty(), "there is a corpus");
  for (fs::path const& path : files) {
    std::string text = read(path);
    try_input(text);
    if (text.size() <= longest_changed) corpus.push_back(std::move(text));
  }

  using Clock = std::chrono::steady_clock;
  auto const end = Clock::now() + std::chrono::duration<double>(options.seconds);
  std::uint64_t mutants = 0;
  for (; !corpus.empty() && Clock::now() < end; ++mutants)
    try_input(mutant(corpus, options.seed, mutants));
  std::printf("%zu inputs and %llu mutants\n", files.size(),
              static_cast<unsigned long long>(mutants));
}

}  // namespace
}  // namespace fairslot::fuzz

int main(int argc, char** argv) {
  std::string const kept = std::string(argv[0]) + ".input";
  std::printf("the input at work: %s\n", kept.c_str());
  std::fflush(stdout);
  fairslot::fuzz::run(fairslot::fuzz::read_options(argc, argv), kept);
}
