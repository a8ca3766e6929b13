// Two convolutions behind each other: the second one computes its 16 filters in two halves.
#include "ming.hpp"

int main() {
  pom::init("cascade");
  ming::cascade(32, {1}, {1, 2});
  pom::dataflow(pom::Channels::automatic);
  pom::codegen(ming::options());
}
