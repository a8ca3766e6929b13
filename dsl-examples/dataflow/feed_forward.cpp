// Two products of matrices: 128 features become 256, and 128 again.
#include "ming.hpp"

int main() {
  pom::init("feed_forward");
  ming::feed_forward(8, 4);
  pom::dataflow(pom::Channels::automatic);
  pom::codegen(ming::options());
}
