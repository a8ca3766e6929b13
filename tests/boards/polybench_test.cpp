#include <doctest/doctest.h>

#include "../../dsl-examples/polybench/polybench.hpp"
#include "dsl/model/function.hpp"

using namespace polybench;

namespace {

/// What the summary says of the host program when all arguments lie in the board's memories.
std::string host_line(const Kernel& kernel, const std::string& board) {
  const pom::function program = kernel.build(Dataset::mini, Plan::as_written);
  pom::dsl::Function& record = *program.record();
  for (const int array : record.array_arguments()) {
    const std::string& name = record.arrays[array]->name;
    record.schedule.push_back({pom::Interface{name, "m_axi", "gmem_" + name}, {}});
  }
  pom::CompileOptions options;
  options.board = board;
  options.write = false;
  options.quiet = true;
  const std::string summary = pom::function(program).codegen(options).summary;
  const std::size_t at = summary.find("  host     ");
  return at == std::string::npos ? "" : summary.substr(at + 11, summary.find('\n', at) - at - 11);
}

}  // namespace

TEST_CASE("boards: the host program of every PolyBench kernel gets the reference's results, with XRT emulated") {
  std::size_t number = 0;
  for (const Kernel& kernel : kernels()) {
    const std::string board = std::vector<std::string>{"kv260", "u280", "u250"}[number++ % 3];
    SUBCASE(kernel.name) {
      CHECK(host_line(kernel, board).find("run here with XRT emulated: its results are the reference's") !=
            std::string::npos);
    }
  }
}
