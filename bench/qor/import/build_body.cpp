#include "bench/qor/description/unsupported.hpp"
#include "bench/qor/import/function_builder.hpp"
#include "bench/qor/import/index_arithmetic.hpp"

namespace pom::dse::qor {

namespace {

bool ends_in_skip(const nlohmann::json& node) {
  if (!node.is_object() || !node.contains("if") || node.contains("else")) return false;
  const auto& then = node.value("then", nlohmann::json::array());
  return then.is_array() && !then.empty() && text_of(then.back(), "jump") == "continue";
}

}  // namespace

void FunctionBuilder::build_body(const Json& body, std::vector<Node>& nodes) {
  if (!body.is_array()) refuse("a body is no list");
  if (++depth_ > 100) refuse("the body is nested too deep");
  scopes_.emplace_back();
  std::vector<Node>* const outer = nodes_;
  build_list(body, 0, nodes);
  nodes_ = outer;
  scopes_.pop_back();
  --depth_;
}

void FunctionBuilder::build_list(const Json& body, std::size_t first, std::vector<Node>& nodes) {
  for (std::size_t n = first; n < body.size(); ++n) {
    nodes_ = &nodes;
    if (ends_in_skip(body[n])) return build_skip(body, n, nodes);
    if (body[n].contains("ret") && (scopes_.size() != 3 || n + 1 < body.size()) && !body[n]["ret"].is_null())
      refuse("the function " + function_.name + " returns from the midst of its body");
    build_node(body[n], nodes);
    nodes_ = &nodes;
    for (Node& node : after_) nodes.push_back(std::move(node));
    after_.clear();
  }
}

void FunctionBuilder::build_node(const Json& node, std::vector<Node>& nodes) {
  if (!node.is_object()) refuse("a statement is no object");
  if (node.contains("loop")) return build_loop(node, nodes);
  if (node.contains("if")) return build_branch(node, nodes);
  if (node.contains("set")) {
    return build_assignment(text_of(node, "set"), parse_term(text_of(node, "expr")), text_of(node, "type"));
  }
  if (node.contains("def")) return build_definition(node);
  if (node.contains("do")) return build_effect(parse_term(text_of(node, "do")));
  if (node.contains("call")) return build_call(parse_terms(text_of(node, "call")));
  if (node.contains("ret")) return build_return(node);
  if (node.contains("jump")) refuse("the loop is left or continued by a jump (" + text_of(node, "jump") + ")");
  refuse("a statement of an unknown kind: " + node.dump().substr(0, 60));
}

void FunctionBuilder::assign(int target, std::vector<Index> to, int from, const std::optional<Index>& known) {
  const NumberType element = array(target).element;
  const bool converts = value(from).type.is_float() != element.is_float() ||
                        (element.is_float() && value(from).type.bits != element.bits);
  if (converts) from = cast(from, element);
  Node node;
  node.assignment = {target, std::move(to), from};
  nodes_->push_back(std::move(node));
  remember(target, from, known);
}

void FunctionBuilder::build_assignment(const std::string& target, const Term& source, const std::string& type) {
  const Term to = parse_term(target);
  if (to.kind == Term::Kind::name) {
    if (alias(to.text, source)) return;
    const auto found = find_name(to.text);
    std::optional<NumberType> element;
    if (found && found->array >= 0)
      element = array(found->array).element;
    else if (!type.empty())
      element = parse_type(type).element;
    const std::optional<Index> known = affine(source);
    const int from = expression(source, element);
    const int scalar = scalar_or_new(to.text, type, from);
    if (!array(scalar).shape.empty() && !aliases_.contains(scalar))
      refuse("the array " + to.text + " is assigned whole");
    return assign(scalar, {}, from, known);
  }
  if (to.kind != Term::Kind::subscript && !to.is_operation("deref")) refuse("an assignment to \"" + target + "\"");
  Place place = whole_place(to);
  if (to.kind == Term::Kind::operation && place.indices.size() < array(place.array).shape.size())
    place.indices.push_back(constant_index(0));
  if (place.indices.size() != array(place.array).shape.size())
    refuse("an assignment to a part or a bit of " + array(place.array).name);
  const int from = expression(source, array(place.array).element);
  assign(place.array, place.indices, from, {});
}

/// `p = A` for a pointer p: from here on, p is another name of A.
bool FunctionBuilder::alias(const std::string& target, const Term& source) {
  const auto found = find_name(target);
  if (!found || found->array < 0 || array(found->array).shape.empty()) return false;
  const auto to = place(source);
  if (!to || to->indices.size() >= array(to->array).shape.size()) {
    // &A[k] and A + k see what begins at an element.
    if (!to || source.kind != Term::Kind::operation) return false;
  }
  if (array(found->array).shape.front() != -1) return false;
  if (aliases_.contains(found->array) || scopes_.size() != 3) refuse("the pointer " + target + " changes");
  aliases_[found->array] = *to;
  return true;
}

void FunctionBuilder::build_definition(const Json& node) {
  const std::string text = text_of(node, "def");
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0) refuse("the definition \"" + text + "\" has no type");
  const DeclaredType type = parse_type(std::string_view(text).substr(colon + 1));
  const std::string name = text.substr(0, colon), source = text_of(node, "expr");
  if (source.empty()) {
    add_array(name, type, Array::Role::local);
    return;
  }
  const Term from = parse_term(source);
  if (!type.shape.empty()) {
    add_array(name, type, Array::Role::local);
    if (!alias(name, from)) refuse("the array " + name + " is defined by an expression");
    return;
  }
  const std::optional<Index> known = affine(from);
  const int built = expression(from, type.element);
  assign(add_array(name, type, Array::Role::local), {}, built, known);
}

void FunctionBuilder::build_effect(const Term& term) {
  if (term.is_operation("write") && term.operands.size() == 2) {
    const Place to = whole_place(term.operands[0]);
    if (!array(to.array).stream) refuse("a write to " + array(to.array).name + ", which is no stream");
    if (to.indices.size() != array(to.array).shape.size()) refuse("a write to several streams");
    return assign(to.array, to.indices, expression(term.operands[1], array(to.array).element), {});
  }
  if (term.is_operation("read")) {
    // The element is taken and dropped.
    const int taken = stream_read(term);
    const int dropped = add_array("dropped", {value(taken).type, {}, false}, Array::Role::local);
    return assign(dropped, {}, taken, {});
  }
  const bool increments =
      term.kind == Term::Kind::operation && (term.text.starts_with("post") || term.text.starts_with("pre"));
  if (increments) {
    increment(term);
    return;
  }
  if (term.is_operation("call") && !term.operands.empty()) return build_call(term.operands);
  refuse("a statement whose effect is not known: " + term.text);
}

void FunctionBuilder::build_branch(const Json& node, std::vector<Node>& nodes) {
  Node built;
  built.kind = Node::Kind::branch;
  built.branch.condition = expression(parse_term(text_of(node, "if")), integer_type(1, false));
  const Json none = Json::array();
  const Json& then = node.contains("then") ? node["then"] : none;
  const Json& otherwise = node.contains("else") ? node["else"] : none;
  if (const Expression& condition = value(built.branch.condition); condition.op == OpKind::constant) {
    return build_body(condition.constant != 0 ? then : otherwise, nodes);
  }
  const auto before = known_;
  build_body(then, built.branch.then);
  known_ = before;
  build_body(otherwise, built.branch.otherwise);
  known_ = before;
  forget_assigned(then);
  forget_assigned(otherwise);
  nodes.push_back(std::move(built));
}

/// `if (c) { …; continue; } rest` is `if (c) { … } else { rest }`.
void FunctionBuilder::build_skip(const Json& body, std::size_t at, std::vector<Node>& nodes) {
  Json then = body[at]["then"];
  then.erase(then.size() - 1);
  Json rest = Json::array();
  for (std::size_t n = at + 1; n < body.size(); ++n) rest.push_back(body[n]);
  Json branch = {{"if", body[at]["if"]}, {"then", std::move(then)}, {"else", std::move(rest)}};
  build_branch(branch, nodes);
}

void FunctionBuilder::build_return(const Json& node) {
  const std::string text = text_of(node, "ret");
  if (text.empty()) return;
  const int from = expression(parse_term(text));
  array(result_).element = value(from).type;
  assign(result_, {}, from, {});
}

}  // namespace pom::dse::qor
