// Three convolutions, and a way around the second one.
#include "ming.hpp"

int main() {
  pom::init("residual");
  ming::residual(32, {1}, {1});
  pom::dataflow(pom::Channels::automatic);
  pom::codegen(ming::options());
}
