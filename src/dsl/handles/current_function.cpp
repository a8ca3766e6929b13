#include "dsl/handles/current_function.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "dsl/model/names.hpp"
#include "support/findings.hpp"
#include "support/print_diagnostic.hpp"

namespace pom::dsl {
namespace {

/// A handle on an existing record; the public constructor makes a new one.
class KnownFunction : public function {
 public:
  explicit KnownFunction(std::shared_ptr<Function> record) : function(std::move(record)) {}
  const std::shared_ptr<Function>& shared() const { return record_; }
};

/// All that outlives a declaration: one per thread, so that threads may compile side by side.
struct CurrentState {
  std::optional<KnownFunction> implicit;
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

/// Says what the user declared and no design has: nobody can hear of it later.
void warn_of_forgotten(const Function& function) {
  const bool has_faults = !function.compiled && !function.findings.empty();
  if (!function.pending && !has_faults) return;
  Diagnostic warning =
      function.compiled
          ? make_error("not-compiled",
                       "from here on, nothing that is said about \"" + function.name +
                           "\" is part of a design: it was compiled before\ncall codegen(), auto_DSE() or verify() "
                           "again, or move this before the call",
                       *function.pending)
          : make_error("not-compiled",
                       "\"" + function.name +
                           "\" was declared and never compiled\ncall codegen(), auto_DSE() or "
                           "verify() when it is complete",
                       function.at);
  warning.severity = Severity::warning;
  print_diagnostic(warning);
}

/// The functions that have not ended, so that exit(), which leaves the variables of main() alone, and a function that
/// is never deleted do not silence a warning.
class LivingFunctions {
 public:
  /// It is never destroyed: functions may end after any static object.
  static LivingFunctions& all() {
    static LivingFunctions& living = *make().release();
    return living;
  }

  void add(const Function* function) {
    const std::lock_guard lock(mutex_);
    makers_[function] = std::this_thread::get_id();
  }
  void remove(const Function* function) {
    const std::lock_guard lock(mutex_);
    makers_.erase(function);
  }

 private:
  static std::unique_ptr<LivingFunctions> make() {
    std::atexit([] { all().warn(); });
    return std::make_unique<LivingFunctions>();
  }

  /// Other threads may still be at work on theirs.
  void warn() {
    std::vector<const Function*> own;
    {
      const std::lock_guard lock(mutex_);
      for (const auto& [function, maker] : makers_) {
        if (maker == std::this_thread::get_id()) own.push_back(function);
      }
    }
    std::sort(own.begin(), own.end(), [](const Function* a, const Function* b) {
      return std::tie(a->at.file, a->at.line) < std::tie(b->at.file, b->at.line);
    });
    for (const Function* function : own) warn_of_forgotten(*function);
  }

  std::mutex mutex_;
  std::map<const Function*, std::thread::id> makers_;
};

void release_function(Function* function) {
  const std::unique_ptr<Function> owner(function);
  LivingFunctions::all().remove(function);
  // While an error ends the program, its text is all that matters.
  if (std::uncaught_exceptions() == 0) warn_of_forgotten(*function);
}

}  // namespace

const std::shared_ptr<Function>& current_function(const std::string& what, const Location& at) {
  if (!state().scopes.empty()) return state().scopes.back();
  if (!state().implicit) throw_no_function(what + " belongs to no function", at);
  return state().implicit->shared();
}

function current_program(const std::string& what, const Location& at) {
  return KnownFunction(current_function(what, at));
}

void note_part(const std::string& name, const std::string& text, const Location& at) {
  current_function("\"" + name + "\"", at)->parts[name] = text;
}

std::shared_ptr<Function> make_function(const std::string& name, const Location& at) {
  const std::shared_ptr<Function> record(new Function, release_function);
  LivingFunctions::all().add(record.get());
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
