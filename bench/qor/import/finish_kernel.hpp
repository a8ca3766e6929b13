#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dse/kernel/kernel.hpp"

namespace pom::dse::qor {

/// Counts the iterations of loops whose bounds depend on loops outside.
void count_trips(Function&, std::vector<std::string>& notes);

/// Pointers of which only the first element is used become scalars that the function may write.
void make_references(Kernel&);

/// Assignments to scalars that nothing reads, as the compiler drops them.
void drop_dead_scalars(Function&);

/// Loops that fill local arrays with their initial values. `declared_in`: by array, the loop (-1: none) in whose body a
/// directive of the array stands.
void insert_initializers(Function&, int next_loop, const std::map<int, int>& declared_in);

}  // namespace pom::dse::qor
