#pragma once
#include <string>
#include <vector>

#include "polyhedral/streaming/streamed_program.hpp"
#include "polyhedral/streaming/streaming_cache.hpp"
#include "polyhedral/streaming/take_time.hpp"

namespace pom::poly {

/// Statements of one program that move the tokens of a channel, as many at a time as come together.
class TokenMoves {
 public:
  /// Both outlive it.
  TokenMoves(StreamedProgram& program, StreamingCache& cache) : program_(program), cache_(cache) {}

  /// A token's coordinates: the loops "d0", "d1", … of a statement that moves tokens, as indices.
  std::vector<dsl::ExprPtr> token(const isl::set& tokens) const;

  /// `to` = `from`, of each token; without indices: at the token. The number of the new compute.
  int copy(const std::string& name, const Element& to, const Element& from, const isl::set& tokens);

  /// That compute in iterations of some of a statement's loops, the tokens of one iteration in the order of pushes.
  /// `push`: { token -> [time] }
  void add(int compute, std::vector<int> position, const Statement&, const TakeTime&, const isl::map& push);

 private:
  std::vector<dsl::Loop> loops_of(const isl::set& tokens) const;

  StreamedProgram& program_;
  StreamingCache& cache_;
};

}  // namespace pom::poly
