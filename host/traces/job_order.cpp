#include "host/traces/job_order.hpp"

#include <algorithm>
#include <queue>

namespace fairslot::traces {
namespace {

void sort(std::vector<TracedJob>& jobs) {
  auto const is_before = [](TracedJob const& a, TracedJob const& b) { return a.submit < b.submit; };
  if (!std::ranges::is_sorted(jobs, is_before))
    std::stable_sort(jobs.begin(), jobs.end(), is_before);
}

std::span<char const> bytes_of(std::vector<TracedJob> const& jobs) {
  return {reinterpret_cast<char const*>(jobs.data()), jobs.size() * sizeof(TracedJob)};
}

/// Reads a piece some jobs at a time.
class PieceReader {
 public:
  PieceReader(spill::File const& file, std::uint64_t offset, std::size_t jobs)
      : file_(file), offset_(offset), left_(jobs) {
    next();
  }
  bool is_done() const { return at_ == jobs_.size(); }
  TracedJob const& job() const { return jobs_[at_]; }
  void next() {
    if (++at_ < jobs_.size()) return;
    at_ = 0;
    jobs_.resize(std::min<std::size_t>(left_, 8192));
    std::span<char> const bytes{reinterpret_cast<char*>(jobs_.data()),
                                jobs_.size() * sizeof(TracedJob)};
    if (!jobs_.empty()) file_.read(offset_, bytes);
    offset_ += bytes.size();
    left_ -= jobs_.size();
  }

 private:
  spill::File const& file_;
  std::uint64_t offset_;
  std::size_t left_, at_ = 0;
  std::vector<TracedJob> jobs_;
};

}  // namespace

JobOrder::JobOrder(std::string const& folder, std::size_t jobs_in_memory)
    : most_(jobs_in_memory), file_(folder) {}

void JobOrder::add(TracedJob const& job) {
  if (jobs_.size() == most_) put_down();
  jobs_.push_back(job);
  ++count_;
}

void JobOrder::put_down() {
  if (putting_down_.valid()) putting_down_.get();
  std::swap(jobs_, leaving_);
  jobs_.clear();
  putting_down_ = std::async(std::launch::async, [this] {
    sort(leaving_);
    pieces_.push_back({file_.append(bytes_of(leaving_)), leaving_.size()});
  });
}

void JobOrder::for_each(std::function<void(TracedJob const&)> const& body) {
  if (putting_down_.valid()) return merge(body);
  sort(jobs_);
  for (TracedJob const& job : jobs_) body(job);
}

void JobOrder::merge(std::function<void(TracedJob const&)> const& body) {
  if (!jobs_.empty()) put_down();
  putting_down_.get();
  jobs_ = {}, leaving_ = {};
  std::vector<PieceReader> readers;
  for (Piece const& piece : pieces_) readers.emplace_back(file_, piece.offset, piece.jobs);
  using Head = std::pair<std::int64_t, std::size_t>;  // submit, piece
  std::priority_queue<Head, std::vector<Head>, std::greater<>> heads;
  for (std::size_t p = 0; p < readers.size(); ++p) heads.emplace(readers[p].job().submit, p);
  while (!heads.empty()) {
    std::size_t const p = heads.top().second;
    heads.pop();
    body(readers[p].job());
    readers[p].next();
    if (!readers[p].is_done()) heads.emplace(readers[p].job().submit, p);
  }
}

}  // namespace fairslot::traces
