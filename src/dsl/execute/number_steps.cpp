#include "dsl/execute/number_steps.hpp"

#include <cstring>

#include "dsl/model/number.hpp"
#include "dsl/model/small_float.hpp"

namespace pom::dsl {
namespace {

/// A number, or an integer of C++'s own, of which only the low bytes of the register count.
Wide read(const Frame& frame, int slot, const Type& type) {
  return wrap_number(static_cast<Wide>(frame.registers[slot]), type);
}

void write(const Frame& frame, int slot, Wide value) { frame.registers[slot] = static_cast<Slot>(value); }

template <class T>
T low_bytes(const Frame& frame, int slot) {
  T value;
  std::memcpy(&value, &frame.registers[slot], sizeof value);
  return value;
}

double read_real(const Frame& frame, int slot, const Type& type) {
  if (type == p_float64) return low_bytes<double>(frame, slot);
  if (type == p_float32) return low_bytes<float>(frame, slot);
  const auto bits = low_bytes<std::uint16_t>(frame, slot);
  return type == p_half ? half_value(bits) : bfloat16_value(bits);
}

void write_real(const Step& step, const Frame& frame, Wide value) {
  const auto put = [&](auto real) { std::memcpy(&frame.registers[step.target], &real, sizeof real); };
  if (step.result == p_float64) return put(number_to_double(value, step.left));
  if (step.result == p_float32) return put(number_to_float(value, step.left));
  const double real = number_to_double(value, step.left);
  put(step.result == p_half ? round_to_half(real) : round_to_bfloat16(real));
}

void run_operation(const Step& step, const Frame& frame) {
  const Wide left = read(frame, step.operands[0], step.left);
  const bool unary = step.op == Op::neg || step.op == Op::abs || step.op == Op::bit_not;
  const Wide right = unary ? 0 : read(frame, step.operands[1], step.right);
  write(frame, step.target, compute_number(step.op, step.result, left, step.left, right, step.right));
}

void run_logic(const Step& step, const Frame& frame) {
  const bool left = read(frame, step.operands[0], step.left) != 0,
             right = read(frame, step.operands[1], step.right) != 0;
  write(frame, step.target, step.op == Op::logical_and ? left && right : left || right);
}

void run_select(const Step& step, const Frame& frame) {
  const bool holds = low_bytes<std::int32_t>(frame, step.operands[0]) != 0;
  write(frame, step.target, read(frame, step.operands[holds ? 1 : 2], step.result));
}

void run_cast(const Step& step, const Frame& frame) {
  if (step.left.is_float()) {
    return write(frame, step.target, number_from_double(read_real(frame, step.operands[0], step.left), step.result));
  }
  const Wide value = read(frame, step.operands[0], step.left);
  if (step.result.is_float()) return write_real(step, frame, value);
  write(frame, step.target, convert_number(value, step.left, step.result));
}

bool is_inside(const AccessCode& access, std::int64_t offset) {
  return static_cast<std::uint64_t>(offset) < static_cast<std::uint64_t>(access.elements);
}

void run_load(const Step& step, const Frame& frame) {
  const AccessCode& access = frame.accesses[step.operands[0]];
  const std::int64_t offset = element_offset(frame, step.operands[0]);
  const std::size_t size = storage_bytes(step.result);
  Wide value = 0;
  if (is_inside(access, offset)) std::memcpy(&value, access.base + offset * static_cast<std::int64_t>(size), size);
  write(frame, step.target, wrap_number(value, step.result));
}

void run_store(const Step& step, const Frame& frame) {
  const AccessCode& access = frame.accesses[step.operands[0]];
  const std::int64_t offset = element_offset(frame, step.operands[0]);
  const std::size_t size = storage_bytes(step.result);
  const Wide value = read(frame, step.operands[1], step.result);
  if (is_inside(access, offset)) std::memcpy(access.base + offset * static_cast<std::int64_t>(size), &value, size);
}

}  // namespace

StepFunction number_step(Op op) {
  switch (op) {
    case Op::cast:
      return run_cast;
    case Op::load:
      return run_load;
    case Op::select:
      return run_select;
    case Op::logical_and:
    case Op::logical_or:
      return run_logic;
    default:
      return run_operation;
  }
}

StepFunction number_store_step() { return run_store; }

}  // namespace pom::dsl
