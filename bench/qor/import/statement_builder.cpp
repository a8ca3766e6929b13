#include "bench/qor/import/statement_builder.hpp"

#include <algorithm>
#include <iterator>

#include "bench/qor/description/program.hpp"
#include "bench/qor/description/unsupported.hpp"
#include "bench/qor/import/add_expression.hpp"
#include "bench/qor/import/assigned_names.hpp"
#include "bench/qor/import/declarations.hpp"
#include "bench/qor/import/evaluate_term.hpp"
#include "bench/qor/import/loop_range.hpp"
#include "dse/kernel/index.hpp"

namespace pom::dse::qor {

namespace {

constexpr int deepest_body = 100;
constexpr std::int64_t largest_trip = std::int64_t(1) << 40;

void append(std::vector<Node>& nodes, std::vector<Node> more) {
  nodes.insert(nodes.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

bool ends_in_continue(const nlohmann::json& node) {
  if (!node.is_object() || !node.contains("if") || node.contains("else")) return false;
  const auto& then = node.value("then", nlohmann::json::array());
  return then.is_array() && !then.empty() && text_of(then.back(), "jump") == "continue";
}

}  // namespace

StatementBuilder::StatementBuilder(Function& function, Environment& environment, ExpressionBuilder& expressions,
                                   DirectiveReader& directives)
    : function_(function), environment_(environment), expressions_(expressions), directives_(directives) {
  for (const int symbol : function.symbols) next_loop_ = std::max(next_loop_, symbol + 1);
}

std::vector<Node> StatementBuilder::build_body(const Json& body) {
  if (!body.is_array()) refuse("a body is no list");
  if (++depth_ > deepest_body) refuse("the body is nested too deep");
  environment_.scopes.enter();
  std::vector<Node> nodes = build_list(body);
  environment_.scopes.leave();
  --depth_;
  return nodes;
}

std::vector<Node> StatementBuilder::build_list(const Json& body) {
  std::vector<Node> nodes;
  for (std::size_t n = 0; n < body.size(); ++n) {
    if (ends_in_continue(body[n])) {
      build_continue(body, n, nodes);
      break;
    }
    const bool is_last = environment_.scopes.is_function_body() && n + 1 == body.size();
    if (body[n].contains("ret") && !is_last && !body[n]["ret"].is_null())
      refuse("the function " + function_.name + " returns from the midst of its body");
    build_statement(body[n], nodes);
    append(nodes, expressions_.take_before());
    append(nodes, expressions_.take_behind());
  }
  return nodes;
}

void StatementBuilder::build_statement(const Json& statement, std::vector<Node>& nodes) {
  if (!statement.is_object()) refuse("a statement is no object");
  if (statement.contains("loop")) return build_loop(statement, nodes);
  if (statement.contains("if")) return build_branch(statement, nodes);
  if (statement.contains("set")) return build_assignment(statement, nodes);
  if (statement.contains("def")) return build_definition(statement, nodes);
  if (statement.contains("do")) return build_effect(parse_term(text_of(statement, "do")), nodes);
  if (statement.contains("call")) {
    expressions_.build_call(parse_terms(text_of(statement, "call")));
    return;
  }
  if (statement.contains("ret")) return build_return(statement, nodes);
  if (statement.contains("jump"))
    refuse("the loop is left or continued by a jump (" + text_of(statement, "jump") + ")");
  refuse("a statement of an unknown kind: " + statement.dump().substr(0, 60));
}

void StatementBuilder::build_loop(const Json& description, std::vector<Node>& nodes) {
  Node built;
  built.kind = Node::Kind::loop;
  Loop& loop = built.loop;
  loop.id = next_loop_++;
  loop.name = text_of(description, "var");
  loop.label = text_of(description, "loop");
  if (loop.label.empty() && description.contains("line") && description["line"].is_number_integer()) {
    // How the tool names loops without a label: by the line, and by their number among these in the function.
    loop.label =
        "VITIS_LOOP_" + std::to_string(description["line"].get<std::int64_t>()) + "_" + std::to_string(++unlabelled_);
  }
  const Json assigning = Json::array({description});
  forget_assigned(assigning, function_, environment_);
  const LoopRange range = read_range(text_of(description, "range"), environment_, function_,
                                     [this](const Term& bound) { return expressions_.build_index(bound); });
  append(nodes, expressions_.take_before());
  loop.lower = {range.lower};
  loop.upper = {range.upper};
  loop.step = range.step;
  const std::int64_t trip = find_trip(range, description);
  if (trip > largest_trip) refuse("the loop " + loop.label + " runs too long");
  loop.trip = {trip, trip, static_cast<double>(trip)};
  directives_.apply_to_loop(description, loop);
  if (loop.trip.max < 0) refuse("the loop " + loop.label + " has no known trip count");
  environment_.scopes.enter();
  if (!loop.name.empty()) environment_.scopes.declare(loop.name, {-1, loop.id});
  loop.body = build_body(description.contains("body") ? description["body"] : Json::array());
  environment_.scopes.leave();
  forget_assigned(assigning, function_, environment_);
  nodes.push_back(std::move(built));
}

void StatementBuilder::build_branch(const Json& description, std::vector<Node>& nodes) {
  Node built;
  built.kind = Node::Kind::branch;
  built.branch.condition = expressions_.build(parse_term(text_of(description, "if")), integer_type(1, false));
  append(nodes, expressions_.take_before());
  const Json none = Json::array();
  const Json& then = description.contains("then") ? description["then"] : none;
  const Json& otherwise = description.contains("else") ? description["else"] : none;
  if (const Expression& condition = function_.expressions[built.branch.condition]; condition.op == OpKind::constant)
    return append(nodes, build_body(condition.constant != 0 ? then : otherwise));
  const auto before = environment_.values;
  built.branch.then = build_body(then);
  environment_.values = before;
  built.branch.otherwise = build_body(otherwise);
  environment_.values = before;
  forget_assigned(then, function_, environment_);
  forget_assigned(otherwise, function_, environment_);
  nodes.push_back(std::move(built));
}

/// `if (c) { …; continue; } rest` is `if (c) { … } else { rest }`.
void StatementBuilder::build_continue(const Json& body, std::size_t at, std::vector<Node>& nodes) {
  Json then = body[at]["then"];
  then.erase(then.size() - 1);
  Json rest = Json::array();
  for (std::size_t n = at + 1; n < body.size(); ++n) rest.push_back(body[n]);
  build_branch({{"if", body[at]["if"]}, {"then", std::move(then)}, {"else", std::move(rest)}}, nodes);
}

void StatementBuilder::build_assignment(const Json& assignment, std::vector<Node>& nodes) {
  const std::string target = text_of(assignment, "set"), type = text_of(assignment, "type");
  const Term source = parse_term(text_of(assignment, "expr")), to = parse_term(target);
  if (to.kind == Term::Kind::name) {
    if (set_alias(to.text, source)) return;
    const auto symbol = environment_.scopes.find(to.text);
    std::optional<NumberType> element;
    if (symbol && symbol->array >= 0)
      element = array(symbol->array).element;
    else if (!type.empty())
      element = parse_type(type).element;
    const std::optional<Index> known = evaluate_affine(source, environment_);
    const int from = expressions_.build(source, element);
    const int scalar = find_or_declare_scalar(function_, environment_.scopes, to.text, type, from);
    if (!array(scalar).shape.empty() && !environment_.aliases.contains(scalar))
      refuse("the array " + to.text + " is assigned whole");
    return assign({scalar, {}}, from, known, nodes);
  }
  if (to.kind != Term::Kind::subscript && !to.is_operation("deref")) refuse("an assignment to \"" + target + "\"");
  Place place = expressions_.place(to);
  if (to.kind == Term::Kind::operation && place.indices.size() < array(place.array).shape.size())
    place.indices.push_back(constant_index(0));
  if (place.indices.size() != array(place.array).shape.size())
    refuse("an assignment to a part or a bit of " + array(place.array).name);
  assign(place, expressions_.build(source, array(place.array).element), {}, nodes);
}

void StatementBuilder::assign(const Place& to, int value, const std::optional<Index>& known, std::vector<Node>& nodes) {
  const NumberType element = array(to.array).element, type = function_.expressions[value].type;
  if (type.is_float() != element.is_float() || (element.is_float() && type.bits != element.bits))
    value = add_cast(function_, value, element);
  append(nodes, expressions_.take_before());
  Node node;
  node.assignment = {to.array, to.indices, value};
  nodes.push_back(std::move(node));
  remember(to.array, value, known);
}

void StatementBuilder::remember(int scalar, int value, const std::optional<Index>& known) {
  environment_.values.erase(scalar);
  const Array& its = array(scalar);
  if (!its.shape.empty() || its.is_static || its.stream) return;
  KnownValue now;
  const Expression& source = function_.expressions[value];
  if (source.op == OpKind::constant && its.element.kind != NumberType::Kind::fixed) now.constant = source.constant;
  if (its.element.kind == NumberType::Kind::integer) now.index = known;
  if (now.constant || now.index) environment_.values[scalar] = now;
}

/// `p = A` for a pointer p: from here on, p is another name of A. False: it is no such assignment.
bool StatementBuilder::set_alias(const std::string& pointer, const Term& source) {
  const auto symbol = environment_.scopes.find(pointer);
  if (!symbol || symbol->array < 0 || array(symbol->array).shape.empty()) return false;
  const auto to = expressions_.find_place(source);
  if (!to) return false;
  // &A[k] and A + k see what begins at an element; A[k] is the element.
  const bool is_element = to->indices.size() >= array(to->array).shape.size();
  if (is_element && source.kind != Term::Kind::operation) return false;
  if (array(symbol->array).shape.front() != -1) return false;
  if (environment_.aliases.contains(symbol->array) || !environment_.scopes.is_function_body())
    refuse("the pointer " + pointer + " changes");
  environment_.aliases[symbol->array] = *to;
  return true;
}

void StatementBuilder::build_definition(const Json& definition, std::vector<Node>& nodes) {
  const std::string text = text_of(definition, "def"), source = text_of(definition, "expr");
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0) refuse("the definition \"" + text + "\" has no type");
  const DeclaredType type = parse_type(std::string_view(text).substr(colon + 1));
  const std::string name = text.substr(0, colon);
  const auto declare = [&] { return declare_array(function_, environment_.scopes, name, type, Array::Role::local); };
  if (source.empty()) {
    declare();
    return;
  }
  const Term from = parse_term(source);
  if (!type.shape.empty()) {
    declare();
    if (!set_alias(name, from)) refuse("the array " + name + " is defined by an expression");
    return;
  }
  const std::optional<Index> known = evaluate_affine(from, environment_);
  const int value = expressions_.build(from, type.element);
  assign({declare(), {}}, value, known, nodes);
}

void StatementBuilder::build_effect(const Term& term, std::vector<Node>& nodes) {
  if (term.is_operation("write") && term.operands.size() == 2) {
    const Place to = expressions_.place(term.operands[0]);
    if (!array(to.array).stream) refuse("a write to " + array(to.array).name + ", which is no stream");
    if (to.indices.size() != array(to.array).shape.size()) refuse("a write to several streams");
    return assign(to, expressions_.build(term.operands[1], array(to.array).element), {}, nodes);
  }
  if (term.is_operation("read")) {
    // The element is taken and dropped.
    const int taken = expressions_.build_stream_read(term);
    const DeclaredType type{function_.expressions[taken].type, {}, false};
    const int dropped = declare_array(function_, environment_.scopes, "dropped", type, Array::Role::local);
    return assign({dropped, {}}, taken, {}, nodes);
  }
  if (term.kind == Term::Kind::operation && (term.text.starts_with("post") || term.text.starts_with("pre"))) {
    expressions_.build_increment(term);
    return;
  }
  if (!term.is_operation("call") || term.operands.empty())
    refuse("a statement whose effect is not known: " + term.text);
  expressions_.build_call(term.operands);
}

void StatementBuilder::build_return(const Json& statement, std::vector<Node>& nodes) {
  const std::string text = text_of(statement, "ret");
  if (text.empty()) return;
  const int value = expressions_.build(parse_term(text));
  const int result = function_.parameters.back();
  array(result).element = function_.expressions[value].type;
  assign({result, {}}, value, {}, nodes);
}

}  // namespace pom::dse::qor
