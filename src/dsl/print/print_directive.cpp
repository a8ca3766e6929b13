#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <pom/primitives.hpp>

#include "dsl/model/added_names.hpp"
#include "support/words.hpp"

namespace pom {
namespace {

using Words = std::vector<std::string>;

std::string loop_text(const LoopRef& loop) { return loop.name.empty() ? std::to_string(loop.level) : loop.name; }

std::string braced(const Words& words) { return "{" + join(words) + "}"; }

Words numbers(const std::vector<std::int64_t>& values) {
  Words words;
  for (std::int64_t value : values) words.push_back(std::to_string(value));
  return words;
}

Words quoted(const std::vector<std::string>& values) {
  Words words;
  for (const std::string& value : values) words.push_back("\"" + value + "\"");
  return words;
}

void append(Words& words, const Words& more) { words.insert(words.end(), more.begin(), more.end()); }

std::string call(const std::string& object, const std::string& method, const Words& arguments) {
  return object + "." + method + "(" + join(arguments) + ")";
}

/// With the handles of what it adds, which later lines may use.
std::string source(const Rfactor& d) {
  return "auto [" + join({d.partial, dsl::init_name(d), dsl::combine_name(d)}) +
         "] = " + call(d.compute, "rfactor", {loop_text(d.loop), std::to_string(d.count), "\"" + d.partial + "\""});
}

std::string source(const Expand& d) {
  return "auto " + d.copies + " = " + call(d.compute, "expand", {loop_text(d.loop), d.array, "\"" + d.copies + "\""});
}

std::string source(const Broadcast& d) {
  const std::string reader = dsl::reader_name(d);
  return "auto " + reader + " = " + call(d.array, "broadcast", {"\"" + d.copy + "\""}) + "; auto " + d.copy + " = " +
         reader + ".array";
}

std::string source(const Convert& d) {
  return "auto [" + join({d.copy, dsl::converter_name(d)}) + "] = " + call(d.array, "convert", {"\"" + d.copy + "\""});
}

std::string source(const Interchange& d) {
  return call(d.compute, "interchange", {loop_text(d.first), loop_text(d.second)});
}

std::string source(const Split& d) {
  Words arguments{loop_text(d.loop), std::to_string(d.factor)};
  if (!d.outer.empty()) append(arguments, {d.outer, d.inner});
  return call(d.compute, "split", arguments);
}

/// Two and three loops have forms without braces.
std::string source(const Tile& d) {
  Words loops;
  for (const LoopRef& loop : d.loops) loops.push_back(loop_text(loop));
  bool flat = loops.size() == 2 || loops.size() == 3;
  Words arguments;
  for (const Words& part : {loops, numbers(d.factors), d.outer, d.inner}) {
    if (flat) append(arguments, part);
    if (!flat && !part.empty()) arguments.push_back(braced(part));
  }
  return call(d.compute, "tile", arguments);
}

std::string source(const Skew& d) {
  Words arguments{loop_text(d.outer), loop_text(d.inner), std::to_string(d.outer_factor),
                  std::to_string(d.inner_factor)};
  if (!d.new_outer.empty()) append(arguments, {d.new_outer, d.new_inner});
  return call(d.compute, "skew", arguments);
}

std::string source(const After& d) { return call(d.compute, "after", {d.other, loop_text(d.loop)}); }

std::string source(const Pipeline& d) {
  return call(d.compute, "pipeline", {loop_text(d.loop), std::to_string(d.interval)});
}

std::string source(const Unroll& d) { return call(d.compute, "unroll", {loop_text(d.loop), std::to_string(d.factor)}); }

std::string source(const FlattenOff& d) { return call(d.compute, "flatten_off", {loop_text(d.loop)}); }

std::string source(const DoubleBuffer& d) { return call(d.compute, "double_buffer", {loop_text(d.loop)}); }

std::string source(const ReuseAt& d) { return call(d.compute, "reuse_at", {d.array, loop_text(d.loop)}); }

std::string source(const AccumulateAt& d) { return call(d.compute, "accumulate_at", {d.array, loop_text(d.loop)}); }

std::string source(const Reorder& d) {
  Words loops;
  for (const LoopRef& loop : d.loops) loops.push_back(loop_text(loop));
  return call(d.compute, "reorder", {braced(loops)});
}

std::string source(const Fuse& d) { return call(d.compute, "fuse", {d.other, loop_text(d.loop)}); }

std::string source(const Distribute& d) { return call(d.compute, "distribute", {loop_text(d.loop)}); }

std::string source(const Reverse& d) { return call(d.compute, "reverse", {loop_text(d.loop)}); }

std::string source(const Shift& d) { return call(d.compute, "shift", {loop_text(d.loop), std::to_string(d.distance)}); }

std::string source(const Peel& d) { return call(d.compute, "peel", {loop_text(d.loop), std::to_string(d.count)}); }

std::string source(const Separate& d) { return call(d.compute, "separate", {loop_text(d.loop)}); }

std::string source(const BindOp& d) {
  Words arguments = quoted({d.operation, d.implementation});
  if (d.latency >= 0) arguments.push_back(std::to_string(d.latency));
  return call(d.compute, "bind_op", arguments);
}

std::string source(const DependenceFact& d) { return call(d.compute, "dependence", {loop_text(d.loop), d.array}); }

std::string source(const InlineOff& d) {
  return call(d.compute, "inline_off", d.function.empty() ? Words{} : quoted({d.function}));
}

std::string source(const BindStorage& d) {
  Words arguments = quoted({d.type, d.implementation});
  if (d.latency >= 0) arguments.push_back(std::to_string(d.latency));
  return call(d.array, "bind_storage", arguments);
}

std::string source(const Interface& d) {
  const Words arguments = quoted(d.bundle.empty() ? Words{d.mode} : Words{d.mode, d.bundle});
  return d.port == "return" ? "global::get_implicit_function()->interface(" + join(arguments) + ")"
                            : call(d.port, "interface", arguments);
}

std::string source(const Stream& d) { return call(d.array, "stream", {std::to_string(d.depth)}); }

std::string source(const BufferAt& d) {
  Words arguments;
  if (!d.compute.empty()) arguments = {d.compute, loop_text(d.loop)};
  if (!d.name.empty()) arguments.push_back(quoted({d.name}).front());
  return (d.name.empty() ? "" : "auto " + d.name + " = ") +
         call(d.array, d.compute.empty() ? "buffer" : "buffer_at", arguments);
}

std::string source(const Pack& d) {
  Words arguments{std::to_string(d.lanes)};
  if (d.rows != "whole" || d.ports != 1) arguments.push_back(quoted({d.rows}).front());
  if (d.ports != 1) arguments.push_back(std::to_string(d.ports));
  return call(d.array, "pack", arguments);
}

std::string source(const Dataflow& d) {
  return d.channels == Channels::automatic ? "dataflow(Channels::automatic)" : "dataflow()";
}

std::string source(const ProcessGroup& d) { return "process(\"" + d.name + "\", " + braced(d.computes) + ")"; }

std::string bank_source(const std::string& array, const char* method, const std::vector<std::int64_t>& factors,
                        const std::vector<std::string>& all_kinds) {
  bool one_kind = std::adjacent_find(all_kinds.begin(), all_kinds.end(), std::not_equal_to<>()) == all_kinds.end();
  Words kinds = quoted(all_kinds);
  return call(array, method, {braced(numbers(factors)), one_kind && !kinds.empty() ? kinds[0] : braced(kinds)});
}

std::string source(const Reshape& d) { return bank_source(d.array, "reshape", d.factors, d.kinds); }

std::string source(const Partition& d) { return bank_source(d.array, "partition", d.factors, d.kinds); }

}  // namespace

std::string to_string(const Directive& directive) {
  return std::visit([](const auto& primitive) { return source(primitive); }, directive.primitive);
}

}  // namespace pom
