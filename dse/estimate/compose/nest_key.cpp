#include "dse/estimate/compose/nest_key.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace pom::dse::estimate {

namespace {

/// Structures are decomposed by structured bindings, so that a new member cannot be forgotten here.
class NestKey {
 public:
  NestKey(const FunctionView& view, const Unrolling& unrolling) : view_(view), unrolling_(unrolling) {}

  std::optional<std::string> write(const std::vector<const Loop*>& loops, bool runs_again) {
    add(view_.function.name);
    add(loops.size());
    add(runs_again);
    add(*loops.front());
    for (std::size_t n = 0; n < around_.size(); ++n) add_around(around_[n]);
    if (unknown_) return std::nullopt;
    number_loops();
    return std::move(text_);
  }

 private:
  struct Mention {
    std::size_t place;  ///< position of the number in `text_`
    int loop;
  };

  template <class Number>
  requires std::is_arithmetic_v<Number> || std::is_enum_v<Number>
  void add(Number number) { text_.append(reinterpret_cast<const char*>(&number), sizeof number); }

  void add(std::string_view text) {
    add(text.size());
    text_.append(text);
  }

  template <class Value>
  void add(const std::optional<Value>& value) {
    add(value.has_value());
    if (value) add(*value);
  }

  template <class Value>
  void add(const std::vector<Value>& values) {
    add(values.size());
    for (const Value& value : values) add(value);
  }

  void add(const NumberType& type) {
    const auto& [kind, bits, is_signed, integer_bits, rounds, saturates] = type;
    add(kind), add(bits), add(is_signed), add(integer_bits), add(rounds), add(saturates);
  }

  void add(const devices::OperatorCost& cost) {
    const auto& [latency, delay, delay_in, dsp, lut, ff, reported_lut, reported_ff, shared, estimated] = cost;
    add(latency), add(delay), add(delay_in), add(dsp), add(lut), add(ff), add(reported_lut), add(reported_ff);
    add(shared), add(estimated);
  }

  void add(const Banking& banking) {
    const auto& [kind, factor, reshape] = banking;
    add(kind), add(factor), add(reshape);
  }

  void add(const Array& array) {
    const auto& [name, element, shape, role, internal, initialized, is_static, read_elsewhere, stream, fifo, depth,
                 banking, storage_type, storage, storage_latency, port] = array;
    const auto& [mode, bundle, addresses, masters, latency] = port;
    add(name), add(element), add(shape), add(role), add(internal), add(initialized), add(is_static);
    add(read_elsewhere), add(stream), add(fifo), add(depth), add(banking), add(storage_type), add(storage);
    add(storage_latency);
    add(mode), add(bundle), add(addresses), add(masters), add(latency);
  }

  void add_array(int array) {
    add(array);
    if (array < 0 || !known_arrays_.try_emplace(key_of(array), 1).second) return;
    const auto n = static_cast<std::size_t>(array);
    const MemoryView::Kind kind = view_.memories[n].kind;
    unknown_ = unknown_ || kind == MemoryView::Kind::bus || kind == MemoryView::Kind::stream;
    add(kind), add(view_.function.arrays[n]);
    // A branch around the nest does not end in it, and one inside has its condition before what it guards.
    const int* local = known_expressions_.find(key_of(view_.branch_local[n]));
    add(local ? *local : -1);
    add(view_.loop_local[n] >= 0);
    if (view_.loop_local[n] >= 0) mention(view_.loop_local[n]);
  }

  void add(const Index::Term& term) {
    mention(term.loop);
    add(term.coefficient);
  }

  void add(const Index::Division& division) {
    const auto& [coefficient, inner, divisor, modulo] = division;
    add(coefficient), add(inner), add(divisor), add(modulo);
  }

  void add(const Index& index) {
    const auto& [constant, terms, divisions, opaque, value] = index;
    add(constant), add(terms), add(divisions), add(opaque);
    add_expression(value);
  }

  void add_expression(int expression) {
    if (expression < 0) return add(false);
    add(true);
    const auto [number, fresh] = known_expressions_.try_emplace(key_of(expression), expressions_);
    add(number);
    if (!fresh) return;
    ++expressions_;
    const auto n = static_cast<std::size_t>(expression);
    const auto& [op, type, operands, constant, loop, array, indices, implementation, bound_latency, name, shared] =
        view_.function.expressions[n];
    add(op), add(type), add(constant), add(implementation), add(bound_latency), add(name), add(view_.costs[n]);
    add(loop >= 0);
    if (loop >= 0) mention(loop);
    add_array(array);
    add(indices);
    for (const int operand : operands) add_expression(operand);
    add(operands.size());
  }

  void add(const TripCount& trip) {
    const auto& [min, max, average, exact, assumed] = trip;
    add(min), add(max), add(average), add(exact), add(assumed);
  }

  void add(const DependencePromise& promise) {
    const auto& [array, distance, flow_only] = promise;
    add_array(array);
    add(distance), add(flow_only);
  }

  void add(const Loop& loop) {
    const auto& [id, name, label, lower, upper, step, trip, pipeline, pipeline_off, unroll, flatten_off, flatten,
                 dataflow, promises, steady, body] = loop;  // no estimate asks what is steady
    inside_.push_back(id);
    mention(id);
    add(name), add(label), add(lower), add(upper), add(step), add(trip), add(pipeline), add(pipeline_off), add(unroll);
    add(flatten_off), add(flatten), add(dataflow), add(promises), add(body);
  }

  void add(const Node& node) {
    add(node.kind);
    switch (node.kind) {
      case Node::Kind::loop:
        return add(node.loop);
      case Node::Kind::assignment: {
        const auto& [array, indices, value] = node.assignment;
        add_array(array);
        add(indices);
        return add_expression(value);
      }
      case Node::Kind::branch: {
        const auto& [condition, then, otherwise, share] = node.branch;
        add(share);
        add_expression(condition);
        add(then);
        return add(otherwise);
      }
      case Node::Kind::call:
        unknown_ = true;
        return;
    }
  }

  /// Writes a placeholder for a loop's number; `number_loops` fills it in.
  void mention(int loop) {
    mentions_.push_back({text_.size(), loop});
    add(loop);
    const auto is_known = [&](const std::vector<int>& loops) {
      return std::find(loops.begin(), loops.end(), loop) != loops.end();
    };
    if (!is_known(inside_) && !is_known(around_)) around_.push_back(loop);
  }

  /// Writes the state of an enclosing loop. Its number is part of the key, because the estimate contains it.
  void add_around(int loop) {
    mention(loop);
    add(loop);
    const Unrolling::Symbol* running = unrolling_.find(loop);
    const Linear* bound = unrolling_.value_of(loop);
    add(running != nullptr), add(bound != nullptr);
    if (running) {
      const auto& [lower, step, trip, constant_lower] = *running;
      add(lower), add(step), add(trip), add(constant_lower);
    }
    if (!bound) return;
    add(bound->constant), add(bound->count), add(bound->opaque);
    for (int n = 0; n < bound->count; ++n) {
      const Index::Term& term = bound->terms[n];
      unknown_ = unknown_ || term.loop >= first_quotient;
      add(term);
    }
  }

  /// Replaces the loop numbers by their ranks.
  void number_loops() {
    std::vector<int> loops;
    for (const Mention& one : mentions_) loops.push_back(one.loop);
    std::sort(loops.begin(), loops.end());
    loops.erase(std::unique(loops.begin(), loops.end()), loops.end());
    for (const Mention& one : mentions_) {
      const auto place = static_cast<int>(std::lower_bound(loops.begin(), loops.end(), one.loop) - loops.begin());
      std::memcpy(text_.data() + one.place, &place, sizeof place);
    }
  }

  static std::uint64_t key_of(int number) { return static_cast<std::uint64_t>(number); }

  const FunctionView& view_;
  const Unrolling& unrolling_;
  std::string text_;
  std::vector<Mention> mentions_;
  std::vector<int> inside_, around_;  ///< loops of the nest, and enclosing loops that it mentions
  FlatMap<char> known_arrays_;
  FlatMap<int> known_expressions_;
  int expressions_ = 0;
  bool unknown_ = false;
};

}  // namespace

std::optional<std::string> write_nest_key(const FunctionView& view, const Unrolling& unrolling,
                                          const std::vector<const Loop*>& loops, bool runs_again) {
  return NestKey(view, unrolling).write(loops, runs_again);
}

}  // namespace pom::dse::estimate
