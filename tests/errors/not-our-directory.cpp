// The directory holds something that libpom did not write.
#include <filesystem>
#include <fstream>

#include <pom/pom.hpp>
using namespace pom;

int main() {
  std::filesystem::create_directory("thesis");
  std::ofstream("thesis/chapter1.txt") << "It was a dark and stormy night.\n";
  init("scaling");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) * 2, A(i));
  codegen("thesis");
}
