// An emulation of XRT's native interface (xrt::device, xrt::kernel, xrt::run, xrt::bo), with which a host program runs
// on this machine against kernels that are compiled here. It is no part of XRT, and it emulates what a host program may
// rely on, not time:
//  - a device's memory is apart from the host's, and holds a pattern until it is synchronised;
//  - a buffer lies in the bank that it asks for, takes room there, and can only be given to an argument of that bank;
//  - a run does its work when it is waited for, which is the latest moment that a program may count on;
//  - a kernel that writes beyond a buffer, or is run without one of its arguments, is an error;
//  - a buffer of the device that is left when the program ends makes its exit status 1.
// Signatures are those of XRT 2.13. Errors are exceptions, as there.
#ifndef POM_XRT_EMULATION_H
#define POM_XRT_EMULATION_H

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

enum xclBOSyncDirection { XCL_BO_SYNC_BO_TO_DEVICE = 0, XCL_BO_SYNC_BO_FROM_DEVICE };
enum ert_cmd_state { ERT_CMD_STATE_NEW = 1, ERT_CMD_STATE_QUEUED = 2, ERT_CMD_STATE_COMPLETED = 4 };

namespace pom_emulation {

// A bank of the board's memory.
struct Bank {
  std::string name;
  std::uint64_t bytes;
};

// An argument of a kernel: a scalar of so many bytes, or a buffer of at least so many in a bank.
struct Argument {
  std::string name;
  std::size_t bytes;
  int bank;  // place in Device::banks; -1: a scalar
};

// A kernel that is compiled for this machine. `call` gets a pointer to each argument's value or buffer.
struct Kernel {
  std::string name;
  std::vector<Argument> arguments;
  void (*call)(void** arguments);
};

// Calls the kernel on a stack that has room for what a chip has: its arrays are local variables here.
inline void call_with_room(const Kernel& kernel, void** arguments) {
  struct Task {
    const Kernel& kernel;
    void** arguments;
    std::exception_ptr failed;
  } task{kernel, arguments, nullptr};
  const std::size_t stack_bytes = std::size_t{256} << 20;  // no chip has as much memory; untouched pages cost nothing
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, stack_bytes);
  const auto body = [](void* given) -> void* {
    Task& own = *static_cast<Task*>(given);
    try {
      own.kernel.call(own.arguments);
    } catch (...) {
      own.failed = std::current_exception();
    }
    return nullptr;
  };
  const int failed = pthread_create(&thread, &attributes, body, &task);
  pthread_attr_destroy(&attributes);
  if (failed) throw std::runtime_error("emulation: no thread for the kernel");
  pthread_join(thread, nullptr);
  if (task.failed) std::rethrow_exception(task.failed);
}

// What stands in the device's binary: the kernels, and the banks of the board. One device is emulated.
struct Device {
  std::vector<Bank> banks;
  std::vector<Kernel> kernels;
  std::map<int, std::uint64_t> taken;  // bytes, by bank
  long buffers = 0;                    // that are alive

  ~Device() {
    if (buffers == 0) return;
    std::fprintf(stderr, "emulation: the program ends and leaves buffers of the device: %ld\n", buffers);
    std::fflush(nullptr);
    std::_Exit(1);
  }
};

inline Device& device() {
  static Device the_device;
  return the_device;
}

// Puts a kernel and the banks of its board into the device's binary; made before main.
struct Binary {
  Binary(std::vector<Bank> banks, Kernel kernel) {
    device().banks = std::move(banks);
    device().kernels.push_back(std::move(kernel));
  }
};

// The memory of a buffer on the host and on the device, there with a guard on either side.
class Memory {
 public:
  Memory(std::size_t bytes, int bank) : bank_(bank), host_(bytes), device_(bytes + 2 * guard_bytes) {
    Device& all = device();
    if (bank < 0 || bank >= static_cast<int>(all.banks.size()))
      throw std::runtime_error("emulation: there is no memory bank " + std::to_string(bank));
    if (all.taken[bank] + bytes > all.banks[bank].bytes)
      throw std::runtime_error("emulation: no room for " + std::to_string(bytes) + " bytes in " + all.banks[bank].name);
    std::fill(host_.begin(), host_.end(), static_cast<unsigned char>(0));
    std::fill(device_.begin(), device_.end(), pattern);
    all.taken[bank] += bytes;
    ++all.buffers;
  }
  ~Memory() {
    device().taken[bank_] -= host_.size();
    --device().buffers;
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  int bank() const { return bank_; }
  std::size_t size() const { return host_.size(); }
  unsigned char* host() { return host_.data(); }
  unsigned char* on_device() { return device_.data() + guard_bytes; }
  bool is_guard_whole() const {
    const auto is_pattern = [](unsigned char byte) { return byte == pattern; };
    return std::all_of(device_.begin(), device_.begin() + guard_bytes, is_pattern) &&
           std::all_of(device_.end() - guard_bytes, device_.end(), is_pattern);
  }
  // The part of a buffer that a call names.
  void check_range(std::size_t bytes, std::size_t offset) const {
    if (offset > size() || bytes > size() - offset)
      throw std::runtime_error("emulation: " + std::to_string(bytes) + " bytes from " + std::to_string(offset) +
                               " on are not inside of a buffer of " + std::to_string(size()));
  }

 private:
  static constexpr std::ptrdiff_t guard_bytes = 4096;  // a page, as buffers are aligned to on a board
  static constexpr unsigned char pattern = 0xa5;       // no value that a program is likely to expect
  int bank_;
  std::vector<unsigned char> host_, device_;
};

}  // namespace pom_emulation

typedef void* xclDeviceHandle;

namespace xrt {

using memory_group = std::uint32_t;

class uuid {};

class device {
 public:
  device() = default;
  explicit device(unsigned int index) : is_open_(true) {
    if (index != 0) throw std::runtime_error("emulation: there is one device, number 0");
  }
  explicit device(int index) : device(static_cast<unsigned int>(index)) {}
  // The file is not looked at: the kernels that are linked into the program stand for it.
  uuid load_xclbin(const std::string&) {
    if (pom_emulation::device().kernels.empty()) throw std::runtime_error("emulation: no kernel is linked in");
    return uuid();
  }
  operator xclDeviceHandle() const { return is_open_ ? &pom_emulation::device() : nullptr; }

 private:
  bool is_open_ = false;
};

class bo {
 public:
  bo() = default;
  bo(xclDeviceHandle device, std::size_t bytes, memory_group group) {
    if (!device) throw std::runtime_error("emulation: the device of a buffer is not open");
    if (bytes == 0) throw std::runtime_error("emulation: a buffer of 0 bytes");
    memory_ = std::make_shared<pom_emulation::Memory>(bytes, static_cast<int>(group));
  }
  explicit operator bool() const { return memory_ != nullptr; }
  std::size_t size() const { return memory().size(); }
  memory_group get_memory_group() const { return static_cast<memory_group>(memory().bank()); }

  void sync(xclBOSyncDirection direction, std::size_t bytes, std::size_t offset) {
    memory().check_range(bytes, offset);
    unsigned char *host = memory().host() + offset, *device = memory().on_device() + offset;
    const bool to_device = direction == XCL_BO_SYNC_BO_TO_DEVICE;
    std::memcpy(to_device ? device : host, to_device ? host : device, bytes);
  }
  void sync(xclBOSyncDirection direction) { sync(direction, size(), 0); }
  void write(const void* from, std::size_t bytes, std::size_t offset) {
    memory().check_range(bytes, offset);
    std::memcpy(memory().host() + offset, from, bytes);
  }
  void write(const void* from) { write(from, size(), 0); }
  void read(void* into, std::size_t bytes, std::size_t offset) {
    memory().check_range(bytes, offset);
    std::memcpy(into, memory().host() + offset, bytes);
  }
  void read(void* into) { read(into, size(), 0); }
  void* map() { return memory().host(); }
  template <class Pointer>
  Pointer map() {
    return reinterpret_cast<Pointer>(map());
  }
  pom_emulation::Memory& memory() const {
    if (!memory_) throw std::runtime_error("emulation: a buffer that was not made");
    return *memory_;
  }

 private:
  std::shared_ptr<pom_emulation::Memory> memory_;
};

class run;

class kernel {
 public:
  kernel() = default;
  kernel(const device& on, const uuid&, const std::string& name) {
    if (!static_cast<xclDeviceHandle>(on)) throw std::runtime_error("emulation: the device of a kernel is not open");
    for (const pom_emulation::Kernel& known : pom_emulation::device().kernels) {
      if (known.name == name) kernel_ = &known;
    }
    if (!kernel_) throw std::runtime_error("emulation: there is no kernel \"" + name + "\"");
  }
  int group_id(int argument) const {
    const pom_emulation::Argument& named = description().arguments.at(static_cast<std::size_t>(argument));
    if (named.bank < 0) throw std::runtime_error("emulation: argument " + named.name + " is no buffer");
    return named.bank;
  }
  template <class... Arguments>
  run operator()(Arguments&&... arguments);
  const pom_emulation::Kernel& description() const {
    if (!kernel_) throw std::runtime_error("emulation: a kernel that was not opened");
    return *kernel_;
  }

 private:
  const pom_emulation::Kernel* kernel_ = nullptr;
};

class run {
 public:
  run() = default;
  explicit run(const kernel& of) : state_(std::make_shared<State>(of)) {}
  explicit operator bool() const { return state_ != nullptr; }

  void set_arg(int index, const bo& buffer) {
    const pom_emulation::Argument& argument = argument_at(index);
    pom_emulation::Memory& memory = buffer.memory();
    if (argument.bank < 0) throw std::runtime_error("emulation: " + argument.name + " is a scalar, not a buffer");
    if (memory.bank() != argument.bank)
      throw std::runtime_error("emulation: the buffer for " + argument.name + " lies in " +
                               pom_emulation::device().banks[memory.bank()].name + ", the kernel reaches " +
                               pom_emulation::device().banks[argument.bank].name);
    if (memory.size() < argument.bytes)
      throw std::runtime_error("emulation: the buffer for " + argument.name + " has " + std::to_string(memory.size()) +
                               " bytes, the kernel uses " + std::to_string(argument.bytes));
    state_->buffers[index] = buffer;
  }
  void set_arg(int index, bo& buffer) { set_arg(index, static_cast<const bo&>(buffer)); }
  void set_arg(int index, bo&& buffer) { set_arg(index, static_cast<const bo&>(buffer)); }
  template <class Value>
  void set_arg(int index, Value&& value) {
    const pom_emulation::Argument& argument = argument_at(index);
    static_assert(std::is_trivially_copyable<typename std::decay<Value>::type>::value, "a scalar is copied bit by bit");
    if (argument.bank >= 0) throw std::runtime_error("emulation: " + argument.name + " is a buffer, not a scalar");
    if (argument.bytes != sizeof(value))
      throw std::runtime_error("emulation: the scalar " + argument.name + " has " + std::to_string(argument.bytes) +
                               " bytes, not " + std::to_string(sizeof(value)));
    // On a word's boundary, whatever the type.
    std::vector<std::uint64_t>& words = state_->scalars[index];
    words.assign(sizeof(value) / sizeof(std::uint64_t) + 1, 0);
    std::memcpy(words.data(), &value, sizeof(value));
  }
  void start() {
    if (!state_) throw std::runtime_error("emulation: a run without a kernel");
    state_->is_started = true;
  }
  template <class... Arguments>
  void operator()(Arguments&&... arguments) {
    set_all(0, std::forward<Arguments>(arguments)...);
    start();
  }
  ert_cmd_state state() const { return !state_ || !state_->is_started ? ERT_CMD_STATE_NEW : ERT_CMD_STATE_QUEUED; }
  ert_cmd_state wait(const std::chrono::milliseconds& = std::chrono::milliseconds(0)) const {
    if (!state_ || !state_->is_started) throw std::runtime_error("emulation: a run that was not started");
    execute();
    return ERT_CMD_STATE_COMPLETED;
  }
  ert_cmd_state wait(unsigned int milliseconds) const { return wait(std::chrono::milliseconds(milliseconds)); }

 private:
  struct State {
    explicit State(const kernel& of) : description(of.description()) {}
    const pom_emulation::Kernel& description;
    std::map<int, bo> buffers;
    std::map<int, std::vector<std::uint64_t>> scalars;
    bool is_started = false;
  };

  const pom_emulation::Argument& argument_at(int index) const {
    if (!state_) throw std::runtime_error("emulation: a run without a kernel");
    const std::vector<pom_emulation::Argument>& all = state_->description.arguments;
    if (index < 0 || index >= static_cast<int>(all.size()))
      throw std::runtime_error("emulation: \"" + state_->description.name + "\" has " + std::to_string(all.size()) +
                               " arguments");
    return all[static_cast<std::size_t>(index)];
  }
  void set_all(int) {}
  template <class First, class... Others>
  void set_all(int index, First&& first, Others&&... others) {
    set_arg(index, std::forward<First>(first));
    set_all(index + 1, std::forward<Others>(others)...);
  }
  void execute() const {
    std::vector<void*> pointers;
    for (std::size_t n = 0; n < state_->description.arguments.size(); ++n) {
      const auto buffer = state_->buffers.find(static_cast<int>(n));
      const auto scalar = state_->scalars.find(static_cast<int>(n));
      if (buffer != state_->buffers.end()) {
        pointers.push_back(buffer->second.memory().on_device());
      } else if (scalar != state_->scalars.end()) {
        pointers.push_back(scalar->second.data());
      } else {
        throw std::runtime_error("emulation: " + state_->description.arguments[n].name + " was not set");
      }
    }
    pom_emulation::call_with_room(state_->description, pointers.data());
    state_->is_started = false;
    for (const auto& entry : state_->buffers) {
      if (!entry.second.memory().is_guard_whole())
        throw std::runtime_error("emulation: the kernel writes outside of " +
                                 state_->description.arguments[static_cast<std::size_t>(entry.first)].name);
    }
  }

  std::shared_ptr<State> state_;
};

template <class... Arguments>
run kernel::operator()(Arguments&&... arguments) {
  run made(*this);
  made(std::forward<Arguments>(arguments)...);
  return made;
}

}  // namespace xrt

#endif
