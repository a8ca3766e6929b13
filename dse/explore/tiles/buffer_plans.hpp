#pragma once
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "dse/explore/tiles/widths.hpp"
#include "polyhedral/analysis/dependences.hpp"
#include "polyhedral/ir/scop.hpp"

namespace pom::dse::explore {

/// What of the arguments behind m_axi lies on the chip, and when.
struct BufferPlan {
  Schedule directives;         ///< in front of all that the search finds: tiles, and a buffer for each array
  double copy_cycles = 0;      ///< that its copies take, about
  std::string reason;          ///< for the trail
  bool several_ports = false;  ///< some array's words come from more than one
  bool is_whole = false;       ///< the directives are the whole schedule: nothing is left to search
  bool is_asked = false;       ///< they are the program's own: nothing is known of their copies
};

/// Its copies run beside the work of the tile before or behind.
bool has_overlaps(const BufferPlan&);

/// The plan of the buffers that a program asks for.
BufferPlan plan_asked(Schedule directives, std::string reason);

/// The plans worth a search of the program that they make, the one whose copies take least cycles first, those of
/// several ports behind all others, as their many banks take long to search: all such
/// arguments resident, only those of which an element is used more than once, or all but the largest; and tiles of each
/// nest within shares of the memory, where need be of nests whose statements are taken apart. `blocks`: of 18 Kibit
/// that buffers may take. Each with words of the given widths.
std::vector<BufferPlan> list_buffer_plans(const poly::Scop& as_written, const poly::Dependences&, std::int64_t blocks,
                                          const std::vector<PortWidths>&);

}  // namespace pom::dse::explore
