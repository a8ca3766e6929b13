#include <algorithm>

#include "bench/qor/description/unsupported.hpp"
#include "bench/qor/import/function_builder.hpp"
#include "bench/qor/import/index_arithmetic.hpp"

namespace pom::dse::qor {

namespace {

constexpr std::int64_t largest_trip = std::int64_t(1) << 40;

/// From one bound to the other, when it is the same in every iteration of the loops outside.
std::optional<std::int64_t> distance(const Index& lower, const Index& upper) {
  const auto negative = scale(lower, -1);
  const auto between = negative ? add(upper, *negative) : std::nullopt;
  return between && between->is_constant() ? std::optional(between->constant) : std::nullopt;
}

}  // namespace

void FunctionBuilder::build_loop(const Json& node, std::vector<Node>& nodes) {
  Node built;
  built.kind = Node::Kind::loop;
  Loop& loop = built.loop;
  loop.id = loops_++;
  loop.name = text_of(node, "var");
  loop.label = text_of(node, "loop");
  if (loop.label.empty() && node.contains("line") && node["line"].is_number_integer()) {
    // How the tool names loops without a label: by the line, and by their number among these in the function.
    loop.label = "VITIS_LOOP_" + std::to_string(node["line"].get<std::int64_t>()) + "_" + std::to_string(++unlabelled_);
  }
  const Json& body = node.contains("body") ? node["body"] : Json::array();
  forget_assigned(Json::array({node}));
  read_range(text_of(node, "range"), loop);
  read_trip(node, loop);
  apply_directives(node, &loop);
  if (loop.trip.max < 0) refuse("the loop " + loop.label + " has no known trip count");
  scopes_.emplace_back();
  if (!loop.name.empty()) scopes_.back()[loop.name] = {-1, loop.id};
  build_body(body, loop.body);
  scopes_.pop_back();
  forget_assigned(Json::array({node}));
  nodes.push_back(std::move(built));
}

/// "0..<64", "1..<=40", "58..>=1 step -1", "(i+1)..<n", "?..?64".
void FunctionBuilder::read_range(const std::string& text, Loop& loop) {
  const std::size_t dots = text.find("..");
  if (dots == std::string::npos) refuse("the loop's range \"" + text + "\"");
  std::string end = text.substr(dots + 2), step;
  if (const std::size_t at = end.find(" step "); at != std::string::npos) {
    step = end.substr(at + 6);
    end.erase(at);
  }
  std::size_t length = 0;
  while (length < end.size() &&
         (end[length] == '<' || end[length] == '>' || end[length] == '=' || end[length] == '!' || end[length] == '?'))
    ++length;
  const std::string relation = end.substr(0, length), start = text.substr(0, dots);
  end.erase(0, length);
  Index unknown;
  unknown.opaque = true;
  const auto bound = [&](const std::string& words) {
    return words == "?" || words.empty() ? unknown : index(parse_term(words));
  };
  Index lower = bound(start), upper = relation == "?" ? unknown : bound(end);
  loop.step = 1;
  const bool down = relation.starts_with('>');
  if (!step.empty()) {
    const auto value = affine(parse_term(step));
    if (value && value->is_constant() && value->constant != 0)
      loop.step = value->constant;
    else
      lower = upper = unknown;
  } else if (down) {
    loop.step = -1;
  }
  if (!(relation == "<" || relation == "<=" || relation == ">" || relation == ">=" || relation == "!="))
    upper = unknown;
  if (!upper.opaque && (down != (loop.step < 0) && relation != "!="))
    refuse("the loop's range \"" + text + "\" never ends");
  if (relation == "<=" && !upper.opaque) upper.constant += 1;
  if (relation == ">=" && !upper.opaque) upper.constant -= 1;
  if (!distance(lower, upper)) {
    // Between bounds that parameters move, only the description knows how often the loop runs.
    if (has_symbols(lower)) lower = unknown;
    if (has_symbols(upper)) upper = unknown;
  }
  loop.lower = {lower};
  loop.upper = {upper};
}

/// From the range where it is constant, from the description otherwise; -1 when neither says.
void FunctionBuilder::read_trip(const Json& node, Loop& loop) {
  const Index &lower = loop.lower.front(), &upper = loop.upper.front();
  std::int64_t trip = -1;
  if (const auto between = distance(lower, upper)) {
    const std::int64_t length = loop.step > 0 ? *between : -*between;
    const std::int64_t step = std::abs(loop.step);
    trip = length <= 0 ? 0 : (length + step - 1) / step;
  } else if (!lower.opaque && !upper.opaque) {
    trip = 0;  // counted when the whole nest is known
  } else if (node.contains("trip") && node["trip"].is_number_integer()) {
    trip = node["trip"].get<std::int64_t>();
  }
  if (trip > largest_trip) refuse("the loop " + loop.label + " runs too long");
  loop.trip = {trip, trip, static_cast<double>(trip)};
}

}  // namespace pom::dse::qor
