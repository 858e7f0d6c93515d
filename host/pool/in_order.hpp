/// Work on blocks by several threads at once, its results in the order of the blocks.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace fairslot::pool {

template <class Block, class Result>
class InOrder {
 public:
  /// `next` is called by one thread at a time, `work` by any. Of blocks `most` at once are begun or
  /// have results that nobody has taken yet; 0: four a thread.
  InOrder(int threads, std::function<std::optional<Block>()> next,
          std::function<Result(Block&&)> work, int most = 0)
      : next_(std::move(next)), work_(std::move(work)), most_(most > 0 ? most : 4 * threads) {
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { run(); });
  }
  ~InOrder() {
    {
      std::lock_guard const lock(mutex_);
      ended_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  InOrder(InOrder const&) = delete;
  InOrder& operator=(InOrder const&) = delete;

  /// nullopt behind the last; throws what the work on the block, or reading it, has thrown.
  std::optional<Result> pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock,
                  [this] { return done_.contains(popped_) || (ended_ && popped_ == taken_); });
    if (!done_.contains(popped_)) return std::nullopt;
    Done done = std::move(done_.extract(popped_++).mapped());
    lock.unlock();
    changed_.notify_all();
    if (done.failure) std::rethrow_exception(done.failure);
    return std::move(done.result);
  }

 private:
  struct Done {
    std::optional<Result> result;
    std::exception_ptr failure;
  };

  void run() {
    while (std::optional<int> const number = turn_to_read()) {
      Done done;
      std::optional<Block> block;
      tried(done, [&] { block = next_(); });
      has_read(block.has_value(), done.failure != nullptr);
      if (block) tried(done, [&] { done.result = work_(std::move(*block)); });
      if (block || done.failure) has_done(*number, std::move(done));
    }
  }

  template <class Body>
  static void tried(Done& done, Body const& body) {
    try {
      body();
    } catch (...) {
      done.failure = std::current_exception();
    }
  }

  /// The block's number, once nobody else reads and few wait to be taken; nullopt: there are no
  /// more.
  std::optional<int> turn_to_read() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ended_ || (!reading_ && taken_ - popped_ < most_); });
    if (ended_) return std::nullopt;
    reading_ = true;
    return taken_;
  }
  void has_read(bool block, bool failed) {
    {
      std::lock_guard const lock(mutex_);
      reading_ = false;
      taken_ += block || failed;
      ended_ |= !block;
    }
    changed_.notify_all();
  }
  void has_done(int number, Done done) {
    {
      std::lock_guard const lock(mutex_);
      done_.emplace(number, std::move(done));
    }
    changed_.notify_all();
  }

  std::function<std::optional<Block>()> next_;
  std::function<Result(Block&&)> work_;
  int most_, taken_ = 0, popped_ = 0;  // blocks
  bool reading_ = false, ended_ = false;
  std::map<int, Done> done_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::thread> threads_;
};

}  // namespace fairslot::pool
