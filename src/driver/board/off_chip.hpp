#pragma once
#include <vector>

#include "driver/board/chosen_target.hpp"
#include "dsl/model/function.hpp"

namespace pom::driver {

/// Gives every argument whose interface is m_axi a place in the board's memories: `target.off_chip`. What is wrong is
/// appended to `wrong`: `larger-than-bank` at the interface's line, `bad-bank` for what the options ask for. Without a
/// board only a wish for a bank is wrong.
void place_off_chip(const dsl::Function&, const CompileOptions&, const Location& at, ChosenTarget& target,
                    std::vector<Diagnostic>& wrong);

/// The target of a design whose schedule gave some arguments several ports: each of these has a place. Throws
/// CompileError.
ChosenTarget with_ports_of(const dsl::Function& made, const CompileOptions&, const Location& at, const ChosenTarget&);

}  // namespace pom::driver
