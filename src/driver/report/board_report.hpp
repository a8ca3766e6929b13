#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "driver/board/chosen_target.hpp"
#include "driver/board/host_side.hpp"
#include "driver/report/summary_parts.hpp"

namespace pom::driver {

/// The board's memories as data sheets have them, the arguments that lie there with what a run moves of
/// them, the time that takes at least, and the host program.
nlohmann::ordered_json describe_board(const ChosenTarget&, const HostSide&, const dse::Kernel&, const Estimate&);

/// The same for people: a line for each argument off the chip, and what their memories need for a run.
std::vector<SummaryPart> board_parts(const ChosenTarget&, const dse::Kernel&, const Estimate&);

/// How the host program went, or why there is none.
SummaryPart host_part(const ChosenTarget&, const HostSide&);

/// "4 KiB", "1.5 MiB".
std::string size_text(std::int64_t bits);

}  // namespace pom::driver
