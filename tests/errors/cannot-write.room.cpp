// There is no room for the files of a verification.
#include <sys/resource.h>
#include <csignal>
#include <cstdlib>

#include <pom/pom.hpp>
using namespace pom;

int main() {
  const rlimit bytes{100, 100};
  setrlimit(RLIMIT_FSIZE, &bytes);
  std::signal(SIGXFSZ, SIG_IGN);
  setenv("TMPDIR", "/tmp", 1);
  init("scale");
  var i("i", 0, 8);
  placeholder A("A", {8}, p_float32);
  compute s("s", {i}, A(i) * 2, A(i));
  codegen();
}
