#pragma once
#include "dse/dataflow/network.hpp"

namespace pom::test {

/// "from" sends `tokens` tokens to "to": one is written in each `write_step` cycles, and one read in each `read_step`.
inline dse::dataflow::Network make_pair_of(std::int64_t tokens, std::int64_t write_step, std::int64_t read_step) {
  dse::dataflow::Network network;
  network.channels = {{"x", 32}};
  network.processes = {{"from", 2 + (tokens - 1) * write_step, {{0, true, {{1, write_step, tokens}}}}, {}},
                       {"to", 2 + (tokens - 1) * read_step, {{0, false, {{1, read_step, tokens}}}}, {}}};
  return network;
}

/// "split" sends to "join" directly and through "slow", which answers to its first token only after `delay` cycles.
inline dse::dataflow::Network make_diamond(std::int64_t tokens, std::int64_t delay) {
  dse::dataflow::Network network;
  network.channels = {{"short", 32}, {"in", 32}, {"out", 32}};
  network.processes = {
      {"split", tokens + 1, {{0, true, {{1, 1, tokens}}}, {1, true, {{1, 1, tokens}}}}, {}},
      {"slow", tokens + delay + 1, {{1, false, {{1, 1, tokens}}}, {2, true, {{1 + delay, 1, tokens}}}}, {}},
      {"join", tokens + 1, {{0, false, {{1, 1, tokens}}}, {2, false, {{1, 1, tokens}}}}, {}}};
  return network;
}

}  // namespace pom::test
