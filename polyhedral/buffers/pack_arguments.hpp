#pragma once
#include <memory>
#include <optional>
#include <string>

#include "polyhedral/buffers/place_buffers.hpp"
#include "polyhedral/ir/scop.hpp"
#include "support/findings.hpp"
#include "support/result.hpp"

namespace pom::poly {

struct Streaming;

/// Why the argument has no words, where a PackMark asks for them.
Diagnostic refuse_words(const Scop&, int array, const std::string& reason);

/// Gives the arguments the words that PackMarks ask for: their rows become whole words. Error: `bad-pack`.
Status make_words(Scop&);

/// Refuses (`bad-pack`) the first of the program's own statements, the first ones, that accesses single elements of an
/// argument of words. `buffers`: those that are placed.
Status check_words(const Scop& placed, std::size_t statements, const std::vector<PlacedBuffer>& buffers);

/// The first argument of words of which one of the program's own statements accesses single elements, once its
/// processes send and take what their channels carry in their loops.
std::optional<int> find_without_words(const Streaming&, std::size_t statements);

/// Refuses (`bad-pack`) it.
Status check_streamed_words(const Streaming&, std::size_t statements);

/// The program as whoever calls the kernel has it, whose arrays the kernel takes as it does those of the placed one.
std::shared_ptr<const dsl::Function> with_words(std::shared_ptr<const dsl::Function> as_written,
                                                const dsl::Function& placed);

}  // namespace pom::poly
