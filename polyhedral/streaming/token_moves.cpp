#include "polyhedral/streaming/token_moves.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "polyhedral/ir/isl_extras.hpp"

namespace pom::poly {

namespace {

/// What counts from 0 inside of a pipelined loop is a strip of it, of which the last one may be partial.
std::optional<Strip> strip_of(const isl::set& values, unsigned dimension, const std::string& outer) {
  const auto least = minimum(values, dimension), most = maximum(values, dimension);
  return least == 0 && most ? std::optional(Strip{outer, *most + 1}) : std::nullopt;
}

}  // namespace

std::vector<dsl::Loop> TokenMoves::loops_of(const isl::set& tokens) const {
  std::vector<dsl::Loop> loops;
  for (unsigned d = 0; d < dimension_count(tokens); ++d)
    loops.push_back({"d" + std::to_string(d), nullptr, nullptr, program_.at()});
  return loops;
}

std::vector<dsl::ExprPtr> TokenMoves::token(const isl::set& tokens) const {
  return loop_indices(loops_of(tokens), 0, dimension_count(tokens));
}

int TokenMoves::copy(const std::string& name, const Element& to, const Element& from, const isl::set& tokens) {
  std::vector<std::string> names;
  for (const dsl::Loop& loop : loops_of(tokens)) names.push_back(loop.name);
  const auto at_token = [&](const Element& element) {
    return element.indices.empty() ? Element{element.array, token(tokens)} : element;
  };
  return program_.add_copy(name, tokens, names, at_token(to), at_token(from));
}

void TokenMoves::add(int compute, std::vector<int> position, const Statement& statement, const TakeTime& time,
                     const isl::map& push) {
  Transfer transfer;
  transfer.compute = compute;
  transfer.position = std::move(position);
  transfer.loops.assign(statement.loops.begin(), statement.loops.begin() + time.loops);
  const bool inside_pipeline = std::any_of(transfer.loops.begin(), transfer.loops.end(),
                                           [](const ScheduledLoop& loop) { return loop.pipeline.has_value(); });
  const isl::map order = recall_order(cache_, push, time, inside_pipeline);
  transfer.loop_map = join_pieces_of(time.when.range_product(order).flatten_range());
  const unsigned own = dimension_count(order, Side::range), innermost = innermost_running(order.range(), own);
  for (unsigned d = 0; d < own; ++d) {
    ScheduledLoop loop;
    loop.name = "d" + std::to_string(d);
    loop.at = program_.at();
    if (!inside_pipeline && d == innermost) loop.pipeline = PipelineMark{1, program_.at()};
    if (inside_pipeline) loop.strip = strip_of(order.range(), d, transfer.loops[time.loops - 1].name);
    transfer.loops.push_back(std::move(loop));
    transfer.position.push_back(0);
  }
  program_.add(std::move(transfer));
}

}  // namespace pom::poly
