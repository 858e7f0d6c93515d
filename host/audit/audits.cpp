#include "host/audit/audits.hpp"

#include <array>

#include "host/audit/list.hpp"

namespace fairslot::audit {
namespace {

template <class... Audits>
struct MakersOf {
  static constexpr std::array<std::unique_ptr<Audit> (*)(), sizeof...(Audits)> all = {
      [] { return std::unique_ptr<Audit>(std::make_unique<Audits>()); }...};
};

}  // namespace

std::unique_ptr<Audit> make_audit(std::string_view name) {
  auto const number = static_cast<std::size_t>(&info_of(name) - infos().data());
  return OfAll<MakersOf>::all[number]();
}

}  // namespace fairslot::audit
