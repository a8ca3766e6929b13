// A user's program around axpy_board: sizes, banks and what is left of a device, with XRT emulated.
#include <cstdio>
#include <cstring>
#include <vector>

#include "axpy_board.h"

int main(int argc, char** argv) {
  const std::size_t most = std::size_t{1} << 20;
  const bool leaves_buffer = argc > 1 && std::strcmp(argv[1], "leave") == 0;
  const std::size_t given = argc > 1 && std::strcmp(argv[1], "short") == 0 ? most - 1 : most;
  const bool is_beyond = argc > 1 && std::strcmp(argv[1], "beyond") == 0;
  xrt::device device(0u);
  if (leaves_buffer) new xrt::bo(device, 64, 0);
  try {
    axpy_board axpy(device, device.load_xclbin("axpy.xclbin"));
    std::vector<float> x(most, 3), y(most, 4), z(most, 0);
    axpy(is_beyond ? (1 << 20) + 1 : 1000, 2, x.data(), given, y.data(), most, z.data(), most);
    if (z[999] != 10 || z[1000] != 0) return 2;
  } catch (const std::exception& stopped) {
    std::printf("%s\n", stopped.what());
    return 1;
  }
  return 0;
}
