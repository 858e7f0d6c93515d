#include "host/pool/read.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <set>

#include "host/input_file.hpp"
#include "host/pool/document.hpp"
#include "host/pool/ranges.hpp"
#include "host/pool/read_published.hpp"
#include "host/pool/read_user.hpp"

namespace fairslot::pool {
namespace {

using scenario::fail;
using scenario::Value;

constexpr std::int64_t most_servers_of_pool = 1'000'000;

/// Reads one document; what is said of all users is known once all are read.
class Reader {
 public:
  Reader(Value const& root, std::string name) : root_(root) {
    file_.instance.name = std::move(name);
  }

  InstanceFile file() && {
    refuse_experiment();
    Keys keys(root_, "");
    if (Value const* const own = keys.find("name")) in().name = text(*own, "name");
    if (Value const* const own = keys.find("description")) text(*own, "description");
    read_solve(keys);
    read_resources(keys);
    read_jobs(keys);
    Value const& users = keys.get("users", "a list of tables, at least one");
    Value const* const allocation = keys.find("allocation");
    Value const* const published = keys.find("published");
    keys.refuse_others();
    read_users(users);
    if (allocation) read_allocation(*allocation);
    if (published) require_published(*published, in().N(), in().K());
    file_.root = root_;
    return std::move(file_);
  }

 private:
  Instance& in() { return file_.instance; }

  void refuse_experiment() const {
    if (auto const* const own = std::get<scenario::Table>(root_.data).find("experiment"))
      fail(own->place, "experiment",
           "is run by itself (allowed: no mechanisms and no other files beside this one)");
  }

  void read_solve(Keys& keys) {
    Value const* const value = keys.find("solve");
    if (!value) return;
    for (Value const& element : list(*value, "solve", "mechanisms"))
      file_.solve.push_back(text(element, fmt::format("solve.{}", file_.solve.size())));
    if (file_.solve.empty())
      fail(value->place, "solve", "an empty list (allowed: at least one mechanism)");
  }

  void read_resources(Keys& keys);
  void read_names(Value const* names);
  void read_servers(Value const& servers);
  void read_server(Value const& server, std::string const& path);
  void read_jobs(Keys& keys);
  void read_allocation(Value const& given);
  void read_users(Value const& users);
  /// Each user has it, or none.
  void require_of_all(Value const& users, std::string_view key, std::size_t have);

  Value const& root_;
  InstanceFile file_;
};

void Reader::read_resources(Keys& keys) {
  Value const* const names = keys.find("resources");
  Value const* const capacity = keys.find("capacity");
  Value const* const servers = keys.find("servers");
  if (capacity && servers)
    fail(servers->place, "servers", "and capacity are both given (allowed: one of them)");
  if (capacity) in().capacity = numbers(*capacity, "capacity", amounts);
  if (servers) read_servers(*servers);
  Value const* const given = capacity ? capacity : servers;
  if (!given) return;  // mechanisms of jobs need none
  std::string const key = capacity ? "capacity" : "servers";
  if (in().K() == 0 || in().K() > most_resources)
    fail(given->place, key,
         fmt::format("{} resources are not allowed (allowed: 1 .. {})", in().K(), most_resources));
  if (std::ranges::count(in().capacity, 0.0) == std::ssize(in().capacity))
    fail(given->place, key, "the pool is empty (allowed: something of one resource)");
  read_names(names);
}

void Reader::read_names(Value const* names) {
  if (!names) {
    in().resources = resource_names(in().K());
    return;
  }
  for (Value const& element : list(*names, "resources", "texts")) {
    std::string const key = fmt::format("resources.{}", in().resources.size());
    std::string const name = text(element, key);
    if (std::ranges::count(in().resources, name))
      fail(element.place, key, fmt::format("{} is there twice", shown(name)));
    in().resources.push_back(name);
  }
  if (in().resources.size() != in().K())
    fail(names->place, "resources",
         fmt::format("{} names are not allowed (allowed: {}, one a number of the capacity)",
                     in().resources.size(), in().K()));
}

void Reader::read_servers(Value const& servers) {
  std::size_t index = 0;
  for (Value const& server : list(servers, "servers", "tables"))
    read_server(server, fmt::format("servers.{}", index++));
  if (index == 0) fail(servers.place, "servers", "an empty list (allowed: at least one server)");
}

void Reader::read_server(Value const& server, std::string const& path) {
  Keys keys(server, path);
  Value const& given = keys.get("capacity", "a list of numbers");
  auto const capacity = numbers(given, keys.full("capacity"), amounts);
  if (in().capacity.empty()) in().capacity.resize(capacity.size());
  require_length(given, keys.full("capacity"), capacity.size(), in().K(), "one a resource");
  Value const* const count = keys.find("count");
  std::int64_t const most = most_servers_of_pool - static_cast<std::int64_t>(in().speed.size());
  std::int64_t const copies = count ? integer(*count, keys.full("count"), 1, most) : 1;
  Value const* const speed = keys.find("speed");
  double const own_speed = speed ? number(*speed, keys.full("speed"), speeds) : 1.0;
  keys.refuse_others();
  for (std::int64_t copy = 0; copy < copies; ++copy) {
    in().servers.insert(in().servers.end(), capacity.begin(), capacity.end());
    in().speed.push_back(own_speed);
    for (std::size_t r = 0; r < in().K(); ++r) in().capacity[r] += capacity[r];
  }
}

void Reader::read_jobs(Keys& keys) {
  Value const* const jobs = keys.find("jobs");
  if (!jobs) return;
  constexpr std::int64_t most = limits::count;
  for (Value const& job : list(*jobs, "jobs", "[release, deadline, processing]")) {
    std::string const key = fmt::format("jobs.{}", in().jobs.size());
    auto const& parts = list(job, key, "three integers: release, deadline, processing");
    require_length(job, key, parts.size(), 3, "release, deadline, processing");
    IntervalJob own{};
    own.release = integer(parts[0], key + ".0", 1, most);
    own.deadline = integer(parts[1], key + ".1", own.release, most);
    own.processing = integer(parts[2], key + ".2", 1, own.deadline - own.release + 1);
    in().jobs.push_back(own);
  }
  if (in().jobs.empty()) fail(jobs->place, "jobs", "an empty list (allowed: at least one job)");
}

void Reader::read_allocation(Value const& given) {
  in().given_allocation = numbers(given, "allocation", amounts);
  require_length(given, "allocation", in().given_allocation.size(), in().N(), "one a user");
  if (std::ranges::count(in().given_allocation, 0.0) == std::ssize(in().given_allocation))
    fail(given.place, "allocation", "all are 0 (allowed: one above 0)");
}

void Reader::read_users(Value const& users) {
  auto const& all = list(users, "users", "tables");
  if (all.empty()) fail(users.place, "users", "an empty list (allowed: at least one user)");
  std::set<std::string> names;
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::string const path = fmt::format("users.{}", i);
    Keys own(all[i], path);
    Value const* const name = own.find("name");
    in().names.push_back(name ? text(*name, own.full("name")) : fmt::format("{}", i));
    if (!names.insert(in().names.back()).second)
      fail(name ? name->place : all[i].place, own.full("name"),
           fmt::format("{} is there twice", shown(in().names.back())));
    read_user(in(), own, all.size());
    own.refuse_others();
  }
  require_of_all(users, "utility", in().utility.size());
  require_of_all(users, "contribution", in().contribution.size());
  require_of_all(users, "demand_slots", in().slots ? in().slot_demand.size() / in().slots : 0);
  require_of_all(users, "values", in().J() ? in().values.size() / in().J() : 0);
  double const sum = std::accumulate(in().contribution.begin(), in().contribution.end(), 0.0);
  for (double& contribution : in().contribution) contribution /= sum;
}

void Reader::require_of_all(Value const& users, std::string_view key, std::size_t have) {
  if (have == 0 || have == in().N()) return;
  auto const& all = list(users, "users", "tables");
  for (std::size_t i = 0; i < all.size(); ++i)
    if (!std::get<scenario::Table>(all[i].data).find(key))
      fail(all[i].place, fmt::format("users.{}.{}", i, key),
           "is missing, and others have it (allowed: all users have it, or none)");
}

InstanceFile file_of(Document const& document, std::string const& path) {
  InstanceFile file = Reader(document.root, std::filesystem::path(path).stem().string()).file();
  file.text = document.text;
  return file;
}

}  // namespace

void InstanceFile::refuse(Unfit const& unfit) const {
  fail(scenario::place_of(root, unfit.key), unfit.key, unfit.what());
}

Document parse_document(std::string const& text, std::string const& path,
                        std::vector<std::string> const& sets) {
  Document document{scenario::parse_toml(text, scenario::Source(path)), text};
  for (std::string const& set : sets) {
    auto [key, value] = scenario::parse_assignment(set, "--set " + set);
    scenario::Place const place = value.place;
    scenario::assign(document.root, key, std::move(value), place);
    document.text += fmt::format("\n# --set {}\n", shown(set));
  }
  return document;
}

Document read_document(std::string const& path, std::vector<std::string> const& sets) {
  constexpr std::size_t most = std::size_t{1} << 28;
  return parse_document(read_input(path, most), path, sets);
}

InstanceFile parse_instance(std::string const& text, std::string const& path,
                            std::vector<std::string> const& sets) {
  return file_of(parse_document(text, path, sets), path);
}

InstanceFile read_instance(std::string const& path, std::vector<std::string> const& sets) {
  return file_of(read_document(path, sets), path);
}

}  // namespace fairslot::pool
