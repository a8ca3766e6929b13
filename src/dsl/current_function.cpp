#include "dsl/current_function.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "dsl/names.hpp"
#include "support/findings.hpp"

namespace pom::dsl {
namespace {

/// A handle on an existing record; the public constructor makes a new one.
class ImplicitFunction : public function {
 public:
  explicit ImplicitFunction(std::shared_ptr<Function> record) : function(std::move(record)) {}
};

/// All that outlives a declaration: one per thread, so that threads may compile side by side.
struct CurrentState {
  std::optional<ImplicitFunction> implicit;
  std::vector<std::shared_ptr<Function>> scopes;  ///< innermost last
  int unnamed_loops = 0;
};

CurrentState& state() {
  static thread_local CurrentState current;
  return current;
}

[[noreturn]] void throw_no_function(const std::string& message, const Location& at) {
  Diagnostic error = make_error("no-function", message, at);
  error.help = "start a function first: init(\"name\");";
  throw CompileError({std::move(error)});
}

}  // namespace

const std::shared_ptr<Function>& current_function(const std::string& what, const Location& at) {
  if (!state().scopes.empty()) return state().scopes.back();
  if (!state().implicit) throw_no_function(what + " belongs to no function", at);
  return state().implicit->record();
}

std::shared_ptr<Function> make_function(const std::string& name, const Location& at) {
  auto record = std::make_shared<Function>();
  record->name = name;
  record->at = at;
  if (auto error = check_identifier("function", name, at)) record->findings.push_back(std::move(*error));
  return record;
}

void set_implicit_function(std::shared_ptr<Function> record) {
  state().implicit.emplace(std::move(record));
  state().unnamed_loops = 0;
}

function* implicit_function(const Location& at) {
  if (!state().implicit) throw_no_function("there is no implicit function", at);
  return &*state().implicit;
}

ScopeGuard::ScopeGuard(std::shared_ptr<Function> record) { state().scopes.push_back(std::move(record)); }
ScopeGuard::~ScopeGuard() { state().scopes.pop_back(); }

std::string next_loop_name() { return "v" + std::to_string(state().unnamed_loops++); }

}  // namespace pom::dsl
