#pragma once
#include <memory>
#include <optional>

#include "driver/explore/explore_program.hpp"

namespace pom::driver {

/// A program whose stream ports hand on their elements in the order in which its loops use them, as it is written:
/// without the buffers that a search gives such ports.
struct DirectStreams {
  std::shared_ptr<const dsl::Function> program;
  dse::estimate::Qor automatic, plain;  ///< estimates with and without the tool's automatic pipelining
  std::int64_t port_banks = 0;          ///< memories outside
  bool fits = false;                    ///< within the limits of the search
};

/// Nothing where a port needs a buffer, or none gets one. `program`: as the user wrote it.
std::optional<DirectStreams> find_direct(const std::shared_ptr<dsl::Function>& program, const dse::devices::Target&,
                                         const DseOptions&);

/// Puts the program as written in the place of what a search with buffers found, where that is no faster; its own
/// baseline in any case. `analyzed`: the program that was searched.
void prefer_direct(const DirectStreams&, Explored&, std::unique_ptr<Compilation>& analyzed);

/// The answer where a search with buffers has none: the program as written, or `no-design`, which names what that one
/// takes too much of.
Result<Explored> answer_direct(const DirectStreams&, const dse::devices::Target&, const DseOptions&, const Location& at,
                               std::unique_ptr<Compilation>& analyzed);

}  // namespace pom::driver
