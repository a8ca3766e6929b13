#pragma once
#include <string>

#include "dsl/execute/table.hpp"

namespace pom::dsl {

/// The contents of the array as a file has them; how it is read follows from its name's end (placeholder.hpp).
/// Error: `bad-table`.
Result<Bytes> read_table_file(const std::string& file, const Array&, const Location&);

/// The parts, for tests: `text` is all of a file.
Result<Bytes> read_npy(const std::string& text, const std::string& file, const Array&, const Location&);
Result<Bytes> read_raw(const std::string& text, const std::string& file, const Array&, const Location&);
Result<Bytes> read_number_text(const std::string& text, const std::string& file, const Array&, const Location&);

}  // namespace pom::dsl
