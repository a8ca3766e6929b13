#pragma once
#include <mlir/IR/BuiltinAttributes.h>

#include <string>
#include <vector>

namespace pom::backend {

enum class ArrayPlace { argument, local };

/// The pragmas of one array that stand behind its declaration: banks, storage, FIFO. An argument's storage is said by
/// its interface. `attributes`: those of the argument or of the allocation.
std::vector<std::string> array_pragmas(const std::string& name, mlir::DictionaryAttr attributes, ArrayPlace place);

}  // namespace pom::backend
