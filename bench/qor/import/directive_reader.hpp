#pragma once
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bench/qor/description/pragma_text.hpp"
#include "bench/qor/description/program.hpp"
#include "bench/qor/import/environment.hpp"
#include "dse/kernel/kernel.hpp"

namespace pom::dse::qor {

/// Applies the directives of one function to it, to its loops and to its arrays. Those that bind the operator of a
/// variable wait until the statements that compute the variable are built.
class DirectiveReader {
 public:
  DirectiveReader(const FunctionFacts&, bool is_top, Function&, const Environment&, std::vector<std::string>& notes);

  /// Apply the directives in the description of the function or of a loop. Directives of arrays may stand anywhere.
  void apply_to_function(const nlohmann::json& description);
  void apply_to_loop(const nlohmann::json& description, Loop&);
  /// Applies the directives that waited.
  void bind_operators();

  /// By array: the loop (-1: none) around its first directive.
  const std::map<int, int>& declared_in() const { return declared_in_; }
  /// By loop: what loop_tripcount says of its iterations.
  const std::map<int, TripCount>& promised_trips() const { return promised_trips_; }

 private:
  void apply(const Directive&, Loop&);
  void apply(const Directive&);
  void apply_to_array(const Directive&, int loop);
  void read_trip_count(const Directive&, Loop&);
  void read_dependence(const Directive&, Loop&);
  void set_port(const Directive&);
  void partition(const Directive&, Array&);
  void bind_storage(const Directive&, Array&);

  std::optional<int> find_array(const Directive&);
  /// Reads the value of a key. Throws Unsupported when the description does not give it.
  std::int64_t number(const Directive&, const std::string& key, std::int64_t otherwise);
  /// The same, which must not be negative.
  int count(const Directive&, const std::string& key, int otherwise);
  int latency(const Directive&);
  std::optional<std::int64_t> assumed_constant(const std::string& name) const;
  void note(const std::string& text);

  const FunctionFacts& facts_;
  bool is_top_;
  Function& function_;
  const Environment& environment_;  ///< where the directives stand: it changes between them
  std::vector<std::string>& notes_;
  std::vector<Directive> bindings_;  ///< bind_op
  std::map<int, int> declared_in_;
  std::map<int, TripCount> promised_trips_;
};

}  // namespace pom::dse::qor
