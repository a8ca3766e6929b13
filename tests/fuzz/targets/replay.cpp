// Feeds files to a fuzz target without libFuzzer: replay FILE...
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int count, char** files) {
  for (int n = 1; n < count; ++n) {
    // Before the run: the last line names the culprit of a crash.
    std::printf("%s\n", files[n]);
    std::fflush(stdout);
    std::ifstream in(files[n], std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(in), {});
    if (!in) return std::fprintf(stderr, "cannot be read\n"), 2;
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  }
  std::printf("%d inputs\n", count - 1);
  return count > 1 ? 0 : 2;
}
