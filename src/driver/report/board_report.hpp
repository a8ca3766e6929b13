#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "driver/board/chosen_target.hpp"
#include "driver/board/host_side.hpp"

namespace pom::driver {

/// The board's memories as data sheets have them, the arguments that lie there, and the host program.
nlohmann::ordered_json describe_board(const ChosenTarget&, const HostSide&);

/// The same for people: a line for each argument off the chip.
std::string board_lines(const ChosenTarget&);

/// How the host program went, or why there is none; with a line of its own.
std::string host_lines(const ChosenTarget&, const HostSide&);

/// "4 KiB", "1.5 MiB".
std::string size_text(std::int64_t bits);

}  // namespace pom::driver
