#include "host/record/recorder.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>

#include "host/error.hpp"
#include "host/record/result_file.hpp"
#include "host/record/stored_result.hpp"
#include "host/temporary_file.hpp"
#include "kernels/shown.hpp"

namespace fairslot::record {
namespace {

using statistics::Summary;

std::size_t bytes_of(RunResult const& run) {
  return sizeof(RunResult) + run.slot_rows.size() * sizeof(SlotRow) +
         run.picks.size() * sizeof(Pick) + run.shares.size() * sizeof(ShareRow) +
         run.entry_started.size() * 28 + run.queueing.size() * 16;
}

}  // namespace

/// The simulating thread pushes, the writing thread pops; `failure` travels back.
struct Recorder::Impl {
  enum class State { recording, finishing, abandoned };
  struct Job {
    std::size_t bytes;
    std::function<void(ResultFile&)> write;
  };

  Impl(std::string target, ResultHeader result_header, Tables which, std::vector<Sink> more)
      : path(target),
        header(std::move(result_header)),
        tables(std::move(which)),
        others(std::move(more)),
        temporary(std::move(target)) {
    writer = std::thread([this] { write(); });
    std::unique_lock lock(mutex);
    changed.wait(lock, [this] { return opened || failure; });
    if (!failure) return;
    lock.unlock();
    writer.join();
    std::rethrow_exception(failure);
  }

  ~Impl() {
    if (writer.joinable()) join(State::abandoned);
  }

  void join(State last) {
    {
      std::lock_guard const lock(mutex);
      state = last;
    }
    changed.notify_all();
    writer.join();
  }

  void push(Job&& job) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [this] { return queued < most_queued || failure; });
    if (failure) std::rethrow_exception(failure);
    queued += job.bytes;
    jobs.push_back(std::move(job));
    changed.notify_all();
  }

  /// The next job; nullopt: there will be none.
  std::optional<Job> pop() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [this] { return !jobs.empty() || state != State::recording; });
    if (jobs.empty() || state == State::abandoned) return std::nullopt;
    Job job = std::move(jobs.front());
    jobs.pop_front();
    queued -= job.bytes;
    changed.notify_all();
    return job;
  }

  /// The writing thread.
  void write() {
    listen_to_hdf5();
    try {
      write_file();
    } catch (H5::Exception const& error) {
      fail(hdf5_reason(error));
    } catch (std::exception const& error) {
      fail(error.what());
    }
  }

  void write_file() {
    ResultFile file(temporary, header, tables, others);
    {
      std::lock_guard const lock(mutex);
      opened = true;
    }
    changed.notify_all();
    while (auto const job = pop()) job->write(file);
    if (state == State::finishing) summary = file.finish(complete);
  }

  /// What is to be replaced may be complete: only what is, too, takes its place. Where another run
  /// has taken the name: if it was the same run, its file is as good.
  void publish(Existing existing) {
    published.path = temporary.publish(complete ? existing : Existing::keep);
    if (published.path == path || !complete || !is_published_already()) return;
    ::unlink(published.path.c_str());
    published = {path, true};
  }

  bool is_published_already() const {
    try {
      return standing_of(path, header.hash, header.policies, header.shard) == Standing::this_result;
    } catch (InputError const&) {
      return false;
    }
  }

  void fail(std::string const& reason) {
    auto const line = fmt::format("{}: cannot be written ({})", path, reason);
    std::lock_guard const lock(mutex);
    failure = std::make_exception_ptr(std::runtime_error(line));
    changed.notify_all();
  }

  std::string path;
  ResultHeader header;
  Tables tables;
  std::vector<Sink> others;
  TemporaryFile temporary;

  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Job> jobs;
  std::size_t queued = 0;  // bytes
  State state = State::recording;
  bool opened = false, complete = false;
  std::exception_ptr failure;
  Summary summary;
  Published published;
  std::thread writer;
};

Recorder::Recorder(std::string path, ResultHeader header, Tables tables, std::vector<Sink> others)
    : impl_(std::make_unique<Impl>(std::move(path), std::move(header), std::move(tables),
                                   std::move(others))) {}
Recorder::~Recorder() = default;

RunTables tables_of(scenario::Scenario const& scenario) {
  scenario::Scenario::Record const& record = scenario.record;
  return {.slots = record.slots,
          .picks = record.picks,
          .shares = record.shares,
          .every = record.every.value_or(1),
          .fragmentation = record.fragmentation,
          .dfe = record.dfe};
}

Recording recording_of(RunTables const& tables) {
  return {.slots = tables.slots,
          .every = tables.every,
          .picks = tables.picks,
          .shares = tables.shares || !tables.dfe.empty(),
          .fragmentation = tables.fragmentation};
}

void Recorder::add(int point, std::int64_t sample, int policy,
                   std::shared_ptr<Problem const> problem, RunResult&& run) {
  std::size_t const bytes = bytes_of(run);
  impl_->push({bytes, [=, problem = std::move(problem), run = std::move(run)](ResultFile& file) {
                 file.add(point, sample, policy, *problem, run);
               }});
}

void Recorder::add_part(int point, std::int64_t sample, int policy,
                        std::shared_ptr<Problem const> problem, Records&& records) {
  RunResult part;
  static_cast<Records&>(part) = std::move(records);
  std::size_t const bytes = bytes_of(part);
  impl_->push({bytes, [=, problem = std::move(problem), part = std::move(part)](ResultFile& file) {
                 file.add_part(point, sample, policy, *problem, part);
               }});
}

void Recorder::put(std::size_t sink, int point, std::int64_t sample, int group,
                   std::vector<Rows>&& rows, Ending ending) {
  std::size_t bytes = sizeof(Impl::Job);
  for (Rows const& of_table : rows) bytes += of_table.bytes().size();
  impl_->push({bytes, [=, rows = std::move(rows)](ResultFile& file) mutable {
                 file.put(sink, point, sample, group, std::move(rows), ending);
               }});
}

Summary Recorder::finish(bool complete, Existing existing) {
  impl_->complete = complete;
  impl_->join(Impl::State::finishing);
  if (impl_->failure) std::rethrow_exception(impl_->failure);
  impl_->publish(existing);
  return std::move(impl_->summary);
}

Published const& Recorder::published() const { return impl_->published; }

void require_place(Published const& published, std::string const& asked) {
  if (published.path == asked) return;
  throw std::runtime_error(
      fmt::format("{}: another run has taken this name meanwhile; the results are in {}",
                  shown_path(asked), shown_path(published.path)));
}

}  // namespace fairslot::record
