#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "driver/board/chosen_target.hpp"

namespace pom::driver {

/// The board's memories as data sheets have them, and the arguments that lie there.
nlohmann::ordered_json describe_board(const ChosenTarget&);

/// The same for people: a line for each argument off the chip.
std::string board_lines(const ChosenTarget&);

/// "4 KiB", "1.5 MiB".
std::string size_text(std::int64_t bits);

}  // namespace pom::driver
