#include <doctest/doctest.h>
#include <pom_xrt_emulation.h>

namespace {

/// out[n] = factor * in[n] for three numbers; with a factor of 0 it writes one more.
void scale(void** arguments) {
  const int factor = *static_cast<int*>(arguments[0]);
  const int* in = static_cast<const int*>(arguments[1]);
  int* out = static_cast<int*>(arguments[2]);
  for (int n = 0; n < (factor == 0 ? 4 : 3); ++n) out[n] = factor * in[n < 3 ? n : 0];
}

const pom_emulation::Binary binary({{"HBM[0]", 64}, {"HBM[1]", 64}},
                                   {"scale", {{"factor", 4, -1}, {"in", 12, 0}, {"out", 12, 1}}, scale});

struct Opened {
  xrt::device device{0u};
  xrt::kernel kernel{device, device.load_xclbin("any.xclbin"), "scale"};
  xrt::bo in{device, 12, static_cast<xrt::memory_group>(kernel.group_id(1))};
  xrt::bo out{device, 12, static_cast<xrt::memory_group>(kernel.group_id(2))};
  Opened() {
    for (int n = 0; n < 3; ++n) in.map<int*>()[n] = n + 1;
  }
};

}  // namespace

TEST_CASE("XRT's emulation: results are there when inputs and outputs are synchronised and the run is waited for") {
  Opened board;
  board.in.sync(XCL_BO_SYNC_BO_TO_DEVICE);
  xrt::run run = board.kernel(5, board.in, board.out);
  board.out.sync(XCL_BO_SYNC_BO_FROM_DEVICE);
  CHECK(board.out.map<int*>()[2] != 15);  // it may be under way
  CHECK(run.wait() == ERT_CMD_STATE_COMPLETED);
  CHECK(board.out.map<int*>()[2] != 15);
  board.out.sync(XCL_BO_SYNC_BO_FROM_DEVICE);
  CHECK(board.out.map<int*>()[2] == 15);
}

TEST_CASE("XRT's emulation: what is not sent to the device is not there") {
  Opened board;
  board.kernel(1, board.in, board.out).wait();
  board.out.sync(XCL_BO_SYNC_BO_FROM_DEVICE);
  CHECK(board.out.map<int*>()[0] != 1);
}

TEST_CASE("XRT's emulation: buffers in another bank, too small or missing are refused") {
  Opened board;
  CHECK_THROWS_WITH(board.kernel(1, board.out, board.out),
                    "emulation: the buffer for in lies in HBM[1], the kernel reaches HBM[0]");
  const xrt::bo small(board.device, 8, 0);
  CHECK_THROWS_WITH(board.kernel(1, small, board.out), "emulation: the buffer for in has 8 bytes, the kernel uses 12");
  xrt::run run(board.kernel);
  run.set_arg(0, 1);
  run.start();
  CHECK_THROWS_WITH(run.wait(), "emulation: in was not set");
  CHECK_THROWS_WITH(run.set_arg(0, 1.0), "emulation: the scalar factor has 4 bytes, not 8");
  CHECK_THROWS_WITH(run.set_arg(3, 1), "emulation: \"scale\" has 3 arguments");
  CHECK_THROWS_WITH(xrt::run(board.kernel).wait(), "emulation: a run that was not started");
}

TEST_CASE("XRT's emulation: banks have room for what they hold, again when a buffer is gone") {
  Opened board;
  CHECK_THROWS_WITH(xrt::bo(board.device, 53, 0), "emulation: no room for 53 bytes in HBM[0]");
  for (int n = 0; n < 3; ++n) CHECK(xrt::bo(board.device, 52, 0).size() == 52);
  CHECK_THROWS_WITH(xrt::bo(board.device, 4, 2), "emulation: there is no memory bank 2");
}

TEST_CASE("XRT's emulation: a kernel that writes beyond a buffer is found out") {
  Opened board;
  xrt::run run = board.kernel(0, board.in, board.out);
  CHECK_THROWS_WITH(run.wait(), "emulation: the kernel writes outside of out");
}

TEST_CASE("XRT's emulation: parts of buffers are copied within their bounds") {
  Opened board;
  const int seven = 7;
  board.in.write(&seven, 4, 8);
  CHECK(board.in.map<int*>()[2] == 7);
  CHECK_THROWS_WITH(board.in.write(&seven, 4, 9), "emulation: 4 bytes from 9 on are not inside of a buffer of 12");
  CHECK_THROWS_WITH(xrt::kernel(board.device, xrt::uuid(), "scala"), "emulation: there is no kernel \"scala\"");
  CHECK_THROWS_WITH(xrt::device(1u), "emulation: there is one device, number 0");
}
