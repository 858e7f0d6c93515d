#include "host/record/digest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace fairslot::record {
namespace {

constexpr char seal_name[] = "digest";
constexpr int deepest = 5;           // /summary/cdf/NAME/METRIC, and a group more
constexpr int most_attributes = 64;  // of one object: HDF5 takes long to find one of many

#if H5_VERSION_GE(1, 12, 0)
using ObjectInfo = H5O_info1_t;  // has the address of an object; later ones have a token
#else
using ObjectInfo = H5O_info_t;
#endif

struct Value {
  std::string type, shape, bytes;  // numpy's name, "" or a length, as stored
};

Value value_of(H5::H5Object const& object, H5::Attribute const& attribute) {
  std::string const where = place(object, attribute.getName());
  H5::DataType const type = attribute.getDataType();
  H5::DataSpace const space = attribute.getSpace();
  bool const list = space.isSimple() && space.getSimpleExtentNdims() == 1;
  Value value{name_of(type), "", ""};
  if (value.type.empty() || !(list || space.getSimpleExtentType() == H5S_SCALAR))
    throw FormatError(where + " has another type");
  auto const count = static_cast<std::size_t>(space.getSimpleExtentNpoints());
  if (count > most_in_an_attribute / type.getSize()) throw FormatError(where + " is too long");
  if (list) value.shape = std::to_string(count);
  if (type.getClass() == H5T_STRING && !(type == text_type(type.getSize())))
    throw FormatError(where + not_utf8);
  value.bytes.resize(count * type.getSize());
  if (!value.bytes.empty()) attribute.read(type, value.bytes.data());
  return value;
}

class Walk {
 public:
  explicit Walk(std::string left_out) : left_out_(std::move(left_out)) {}

  Content of(H5::Group const& group) {
    add_group(group, 0);
    return {hash_.hex(), std::move(tables_)};
  }

 private:
  /// A text as its length and its bytes, so that no two lists of texts look alike.
  void put(std::string_view text) {
    hash_.add(std::to_string(text.size()) + ":");
    hash_.add(text);
  }
  template <class... More>
  void put(std::string_view text, More const&... more) {
    put(text);
    (put(std::string_view(more)), ...);
  }

  void add_group(H5::Group const& group, int depth) {
    std::string const path = place(group);
    if (depth > deepest) throw FormatError(path + " is too deep");
    require_first_sight(group);
    put("group", path);
    add_attributes(group);
    for (std::string const& name : members(group)) {
      if (depth == 0 && name == left_out_) continue;
      if (group.childObjType(name) == H5O_TYPE_GROUP)
        add_group(open_group(group, name), depth + 1);
      else
        add_table(StoredTable(group, name));
    }
  }

  void add_table(StoredTable table) {
    require_first_sight(table.dataset());
    put("table", place(table.dataset()), std::to_string(table.rows()));
    for (auto const& [name, type] : table.columns()) put(name, type);
    add_attributes(table.dataset());
    tables_.push_back(std::move(table));
  }

  void add_attributes(H5::H5Object const& object) {
    int const count = object.getNumAttrs();
    if (count > most_attributes)
      throw FormatError(
          fmt::format("{} has {} attributes, more than {}", place(object), count, most_attributes));
    std::vector<std::string> names;
    for (unsigned i = 0; i < static_cast<unsigned>(count); ++i)
      names.push_back(object.openAttribute(i).getName());
    std::sort(names.begin(), names.end());
    for (std::string const& name : names) {
      if (name == seal_name) continue;
      H5::Attribute const attribute = object.openAttribute(name);
      auto const [type, shape, bytes] = value_of(object, attribute);
      put("attribute", place(object), name, type, shape, bytes);
    }
  }

  static herr_t add_name(hid_t, char const* name, H5L_info_t const*, void* names) {
    static_cast<std::vector<std::string>*>(names)->emplace_back(name);
    return 0;
  }
  static std::vector<std::string> members(H5::Group const& group) {
    std::vector<std::string> names;
    if (H5Literate(group.getId(), H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, add_name, &names) < 0)
      throw FormatError(place(group) + " is damaged");
    std::sort(names.begin(), names.end());
    return names;
  }

  /// Two links to one object could lead round in circles. All that there is to know is asked for:
  /// HDF5 then reads the checksums of what stands for the object, indices that nothing else needs
  /// among it.
  void require_first_sight(H5::H5Object const& object) {
    ObjectInfo info;
    if (H5Oget_info2(object.getId(), &info, H5O_INFO_ALL) < 0 || !seen_.insert(info.addr).second)
      throw FormatError(place(object) + " is linked twice");
  }

  std::string left_out_;
  Sha256 hash_;
  std::set<haddr_t> seen_;
  std::vector<StoredTable> tables_;
};

void require_digest(H5::Group const& group, Content const& content) {
  if (text_attribute(group, seal_name) != content.digest)
    throw FormatError(place(group, seal_name) +
                      " is another: names, attributes or columns have changed");
}

}  // namespace

Content content_of(H5::Group const& root) { return Walk("run").of(root); }

Content run_content_of(H5::Group const& root) { return Walk("").of(open_group(root, "run")); }

void seal(H5::Group& root, H5::Group& run) {
  set_attribute(run, seal_name, run_content_of(root).digest);
  set_attribute(root, seal_name, content_of(root).digest);
}

Content check_seal(H5::Group const& root) {
  require_digest(open_group(root, "run"), run_content_of(root));
  Content content = content_of(root);
  require_digest(root, content);
  return content;
}

}  // namespace fairslot::record
