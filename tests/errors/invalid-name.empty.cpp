// Without a name there is no directory of the project's own: out/ itself belongs to all of them.
#include <filesystem>

#include <pom/pom.hpp>
using namespace pom;

int main() {
  std::filesystem::create_directories("out/earlier");
  init("");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) * 2, A(i));
  try {
    codegen();
  } catch (...) {
    std::filesystem::remove_all("out");
    throw;
  }
}
