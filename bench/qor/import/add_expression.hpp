#pragma once
#include <string>
#include <vector>

#include "bench/qor/import/environment.hpp"
#include "dse/kernel/kernel.hpp"

/// Appends expressions to a function and returns their numbers.
namespace pom::dse::qor {

/// Throws Unsupported when the function is too large.
int add_expression(Function&, Expression);
int add_constant(Function&, double value, NumberType);
int add_operation(Function&, OpKind, NumberType, std::vector<int> operands);
/// Adds the operation's result instead where its operands are constants, as the compiler computes it.
int add_folded(Function&, Expression operation);
/// Converts a value; a constant takes the type itself.
int add_cast(Function&, int value, NumberType);
/// Reads an element of an array, a scalar, or the next element of a stream. Throws Unsupported for a row of an array.
int add_load(Function&, const Place&);
int add_iterator(Function&, int loop);
/// Adds the loops and the constant of an affine index, whose coefficients are all one.
int add_sum(Function&, const Index&);
/// Adds an operation that the model does not know, without operands.
int add_unknown(Function&, const std::string& name, NumberType);

}  // namespace pom::dse::qor
