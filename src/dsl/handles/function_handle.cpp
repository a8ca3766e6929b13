#include <algorithm>
#include <utility>

#include <pom/compute.hpp>
#include <pom/function.hpp>

#include "dsl/handles/current_function.hpp"
#include "dsl/record/record_directive.hpp"
#include "support/findings.hpp"

namespace pom {

function::function(std::string name, where at) : record_(dsl::make_function(name, at)) {}

void function::scope(const std::function<void()>& body, where at) {
  if (!body) throw CompileError({make_error("empty-program", "scope() of \"" + name() + "\" is given no body", at)});
  dsl::ScopeGuard guard(record_);
  body();
}

function& function::allow_out_of_bounds() {
  record_->allow_out_of_bounds = true;
  return *this;
}

function& function::allow_reassociation() {
  record_->allow_reassociation = true;
  return *this;
}

function& function::dataflow(where at) { return dataflow(Channels::declared, at); }

function& function::dataflow(Channels channels, where at) {
  dsl::record_directive(*record_, {Dataflow{channels}, at});
  return *this;
}

function& function::process(const std::string& name, const std::vector<compute>& computes, where at) {
  const bool any_refused = std::any_of(computes.begin(), computes.end(), [](const compute& s) { return !s.function_; });
  if (any_refused) return *this;
  ProcessGroup group{name, {}};
  for (const compute& s : computes) {
    if (s.function_ && s.function_ != record_) {
      record_->refuse_directive(make_error("bad-process",
                                           "process \"" + name + "\" of function \"" + record_->name +
                                               "\" names compute \"" + s.name() + "\" of function \"" +
                                               s.function_->name + '"',
                                           at));
      return *this;
    }
    group.computes.push_back(s.name());
  }
  dsl::record_directive(*record_, {std::move(group), at});
  return *this;
}

function& function::interface(const std::string& mode, const std::string& bundle, where at) {
  dsl::record_directive(*record_, {Interface{"return", mode, bundle}, at});
  return *this;
}

const std::shared_ptr<dsl::Function>& function::record() const {
  record_->note_compiled();
  return record_;
}

const std::string& function::name() const { return record_->name; }
const Schedule& function::schedule() const { return record_->schedule; }
void function::set_schedule(Schedule schedule) { dsl::replace_schedule(*record_, std::move(schedule)); }

void init(const std::string& name, std::source_location at) {
  start_implicit_function(name, at, LanguageRules::current);
}

std::shared_ptr<dsl::Function> start_implicit_function(const std::string& name, const Location& at,
                                                       LanguageRules rules) {
  std::shared_ptr<dsl::Function> record = dsl::make_function(name, at);
  record->first_release_rules = rules == LanguageRules::first_release;
  record->allow_out_of_bounds = record->first_release_rules;
  dsl::set_implicit_function(record);
  return record;
}

void dataflow(std::source_location at) { dataflow(Channels::declared, at); }
void dataflow(Channels channels, std::source_location at) {
  dsl::record_directive(*dsl::current_function("dataflow()", at), {Dataflow{channels}, at});
}
void process(const std::string& name, const std::vector<compute>& computes, std::source_location at) {
  function(dsl::current_function("process()", at)).process(name, computes, at);
}
void allow_out_of_bounds(std::source_location at) {
  dsl::current_function("allow_out_of_bounds()", at)->allow_out_of_bounds = true;
}
void allow_reassociation(std::source_location at) {
  dsl::current_function("allow_reassociation()", at)->allow_reassociation = true;
}

function* global::get_implicit_function(std::source_location at) { return dsl::implicit_function(at); }

}  // namespace pom
