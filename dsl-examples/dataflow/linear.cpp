// A product of 512 rows with a matrix of 128 x 256 weights.
#include "ming.hpp"

int main() {
  pom::init("linear");
  ming::linear(8);
  pom::dataflow(pom::Channels::automatic);
  pom::codegen(ming::options());
}
