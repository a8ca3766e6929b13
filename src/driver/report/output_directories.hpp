#pragma once
#include <memory>
#include <string>

#include "dsl/model/function.hpp"
#include "support/result.hpp"

namespace pom::driver {

/// Has another function of this process written to the directory? A second function of one name would replace the
/// first one's project without a word. Error: `directory-used-twice`.
Status check_other_writer(const std::string& path, const std::shared_ptr<const dsl::Function>& function);

/// Remembers that the function has written there. It may do so again, with another schedule.
void note_writer(const std::string& path, const std::shared_ptr<const dsl::Function>& function);

}  // namespace pom::driver
