// hls::stream on a host, for the FIFOs of kernels that libpom generates: as deep as in hardware. The processes of a
// dataflow region run in turn, each until it waits for a token or for space; when all wait, that is a deadlock, and
// std::runtime_error names who waits for what. POM_PROCESS(call) starts a process, POM_END_OF_PROCESSES runs all;
// POM_PROCESS(call, "A") is one that the memory A makes wait for the end of the earlier ones that use it.
// POM_LANES(streams, depth) says how deep FIFOs side by side are, and names them.
#ifndef POM_HLS_STREAM_H
#define POM_HLS_STREAM_H

#include <sys/mman.h>
#include <ucontext.h>

#include <cctype>
#include <deque>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace pom_host {

/// The processes of one region. Those of a region inside of a process would run in it alone.
class Processes {
 public:
  static Processes& running() {
    static thread_local Processes all;
    return all;
  }

  void start(const char* call, std::function<void()> body, const std::vector<std::string>& memories) {
    std::unique_ptr<Fiber> fiber(new Fiber(call, std::move(body)));
    for (const std::unique_ptr<Fiber>& earlier : fibers_) {
      for (const std::string& memory : memories) {
        if (mentions(earlier->call, memory)) fiber->behind.push_back(earlier.get());
      }
    }
    fibers_.push_back(std::move(fiber));
  }

  void run_all() {
    for (bool all_done = false; !all_done;) {
      const unsigned long before = steps_;
      all_done = true;
      for (const std::unique_ptr<Fiber>& fiber : fibers_) {
        if (fiber->done) continue;
        all_done = false;
        if (may_run(*fiber)) enter(*fiber);
      }
      if (!all_done && steps_ == before) stop_dead();
    }
    fibers_.clear();
  }

  /// A token was moved, or a process ended.
  void note_step() { ++steps_; }

  /// The running process waits; another one goes on.
  void wait(const char* what, const std::string& stream) {
    if (!current_) throw std::runtime_error(std::string("no process is there to wait for ") + what + " " + stream);
    current_->waits = std::string(what) + " " + stream;
    swapcontext(&current_->context, &scheduler_);
  }

 private:
  /// Local arrays stand on it; pages that nobody touches take no memory.
  static constexpr std::size_t stack_bytes = std::size_t{1} << 28;

  struct Fiber {
    Fiber(const char* name, std::function<void()> work) : call(name), body(std::move(work)) {
      stack = mmap(nullptr, stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (stack == MAP_FAILED) throw std::bad_alloc();
    }
    ~Fiber() { munmap(stack, stack_bytes); }
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;

    std::string call;
    std::function<void()> body;
    std::vector<const Fiber*> behind;  ///< start after their end
    void* stack = nullptr;
    ucontext_t context = {};
    bool entered = false, done = false;
    std::string waits;
  };

  /// Whether the name stands in the text of a call, and not as a part of a longer one.
  static bool mentions(const std::string& call, const std::string& name) {
    const auto continues = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    for (std::size_t at = call.find(name); at != std::string::npos; at = call.find(name, at + 1)) {
      const std::size_t end = at + name.size();
      if ((at == 0 || !continues(call[at - 1])) && !continues(call[end])) return true;
    }
    return false;
  }

  static bool may_run(Fiber& fiber) {
    for (const Fiber* earlier : fiber.behind) {
      if (earlier->done) continue;
      fiber.waits = "the end of " + earlier->call;
      return false;
    }
    return true;
  }

  static void run_current() {
    Processes& all = running();
    all.current_->body();
    all.current_->done = true;
    all.note_step();
    setcontext(&all.scheduler_);
  }

  void enter(Fiber& fiber) {
    current_ = &fiber;
    if (!fiber.entered) {
      fiber.entered = true;
      getcontext(&fiber.context);
      fiber.context.uc_stack.ss_sp = fiber.stack;
      fiber.context.uc_stack.ss_size = stack_bytes;
      makecontext(&fiber.context, &Processes::run_current, 0);
    }
    swapcontext(&scheduler_, &fiber.context);
    current_ = nullptr;
  }

  void stop_dead() {
    std::string who;
    for (const std::unique_ptr<Fiber>& fiber : fibers_) {
      if (!fiber->done) who += (who.empty() ? "" : ", ") + fiber->call + " waits for " + fiber->waits;
    }
    fibers_.clear();
    throw std::runtime_error("deadlock: " + who);
  }

  std::vector<std::unique_ptr<Fiber>> fibers_;
  Fiber* current_ = nullptr;
  ucontext_t scheduler_ = {};
  unsigned long steps_ = 0;
};

}  // namespace pom_host

#define POM_PROCESS(call, ...) pom_host::Processes::running().start(#call, [&] { call; }, {__VA_ARGS__})
#define POM_END_OF_PROCESSES pom_host::Processes::running().run_all()
#define POM_LANES(streams, depth) pom_host::describe(streams, #streams, depth)

namespace hls {

/// The vendor's default depth.
constexpr int default_stream_depth = 2;

template <class T, int Depth = 0>
class stream;

/// What a function gets: a FIFO of any depth.
template <class T>
class stream<T, 0> {
 public:
  explicit stream(std::string name = "a stream", int depth = default_stream_depth)
      : name_(std::move(name)), depth_(static_cast<std::size_t>(depth)) {}
  stream(const stream&) = delete;
  stream& operator=(const stream&) = delete;

  T read() {
    while (tokens_.empty()) pom_host::Processes::running().wait("a token of", name_);
    T token = tokens_.front();
    tokens_.pop_front();
    pom_host::Processes::running().note_step();
    return token;
  }

  void write(const T& token) {
    while (tokens_.size() >= depth_) pom_host::Processes::running().wait("space in", name_);
    tokens_.push_back(token);
    pom_host::Processes::running().note_step();
  }

  bool empty() const { return tokens_.empty(); }

  /// On a host only: what a declaration without arguments does not say.
  void describe(std::string name, int depth) {
    name_ = std::move(name);
    depth_ = static_cast<std::size_t>(depth);
  }

 private:
  std::string name_;
  std::size_t depth_;
  std::deque<T> tokens_;
};

template <class T, int Depth>
class stream : public stream<T, 0> {
 public:
  explicit stream(std::string name = "a stream") : stream<T, 0>(std::move(name), Depth) {}
};

}  // namespace hls

namespace pom_host {

template <class T>
void describe(hls::stream<T>& stream, const std::string& name, int depth) {
  stream.describe(name, depth);
}

template <class Lane, std::size_t Count>
void describe(Lane (&lanes)[Count], const std::string& name, int depth) {
  for (std::size_t n = 0; n < Count; ++n) describe(lanes[n], name + "[" + std::to_string(n) + "]", depth);
}

}  // namespace pom_host

#endif
