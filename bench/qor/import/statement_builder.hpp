#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/qor/description/term.hpp"
#include "bench/qor/import/directive_reader.hpp"
#include "bench/qor/import/environment.hpp"
#include "bench/qor/import/expression_builder.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse::qor {

/// Builds the statements of one function in program order. Each statement leaves the environment that the next one
/// finds.
class StatementBuilder {
 public:
  StatementBuilder(Function&, Environment&, ExpressionBuilder&, DirectiveReader&);

  std::vector<Node> build_body(const nlohmann::json& body);
  /// Returns the least number that no loop and no symbol has.
  int next_loop() const { return next_loop_; }

 private:
  using Json = nlohmann::json;

  std::vector<Node> build_list(const Json& body);
  void build_statement(const Json& statement, std::vector<Node>&);
  void build_loop(const Json& loop, std::vector<Node>&);
  void build_branch(const Json& branch, std::vector<Node>&);
  void build_continue(const Json& body, std::size_t at, std::vector<Node>&);
  void build_assignment(const Json& assignment, std::vector<Node>&);
  void build_definition(const Json& definition, std::vector<Node>&);
  void build_effect(const Term&, std::vector<Node>&);
  void build_return(const Json& statement, std::vector<Node>&);
  /// Appends an assignment. `known`: the value as an affine function of the loops.
  void assign(const Place&, int value, const std::optional<Index>& known, std::vector<Node>&);
  void remember(int scalar, int value, const std::optional<Index>& known);
  bool set_alias(const std::string& pointer, const Term& source);
  Array& array(int number) { return function_.arrays[number]; }

  Function& function_;
  Environment& environment_;
  ExpressionBuilder& expressions_;
  DirectiveReader& directives_;
  int next_loop_ = 0;
  int unlabelled_ = 0;  ///< loops without a label so far
  int depth_ = 0;       ///< of bodies within each other
};

}  // namespace pom::dse::qor
