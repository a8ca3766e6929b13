#pragma once
#include <stdexcept>
#include <string>

namespace pom::dse::qor {

/// Thrown by this room and the importer only: the description holds something that a Kernel cannot say. `import_point`
/// turns it into its reason.
class Unsupported : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

[[noreturn]] inline void refuse(const std::string& reason) { throw Unsupported(reason); }

}  // namespace pom::dse::qor
