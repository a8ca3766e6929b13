#include <algorithm>
#include <set>

#include "fixture.hpp"
#include "polyhedral/streaming/stream_channels.hpp"
#include "polyhedral/streaming/streaming_cache.hpp"

using namespace pom;

namespace {

/// Four nests in a row, each of which adds to an element the one before it; the third one is pipelined or not.
test::Compiled layers(bool third_differs) {
  return test::Compiled([=] {
    var i("i", 0, 32);
    std::vector<placeholder> arrays = {placeholder("in", {32}, p_int32)};
    std::vector<compute> nests;
    for (const char* name : {"a", "b", "c", "out"}) {
      const placeholder from = arrays.back();
      placeholder to(name, {32}, p_int32);
      if (std::string(name) != "out") to.local();
      nests.emplace_back("make_" + std::string(name), std::vector<var>{i}, select(i > 0, from(i - 1), 0) + from(i),
                         to(i));
      arrays.push_back(to);
    }
    dataflow(Channels::automatic);
    for (std::size_t n = 0; n < nests.size(); ++n) {
      if (n != 2 || !third_differs) nests[n].pipeline(i, 1);
    }
  });
}

/// Four processes, the first three of two nests each: the second one adds to what the first one sets.
test::Compiled sums() {
  return test::Compiled([] {
    var i("i", 0, 8);
    std::vector<placeholder> arrays = {placeholder("in", {8}, p_int32)};
    for (const char* name : {"a", "b", "c"}) {
      const placeholder from = arrays.back();
      placeholder to(name, {8}, p_int32);
      to.local();
      compute("set_" + std::string(name), {i}, 0, to(i));
      compute("add_" + std::string(name), {i}, to(i) + from(i), to(i));
      arrays.push_back(to);
    }
    placeholder out("out", {8}, p_int32);
    compute("last", {i}, arrays.back()(i) + 1, out(i));
    dataflow(Channels::automatic);
  });
}

std::vector<poly::StreamedChannel> stream(const test::Compiled& made, poly::StreamingCache& cache) {
  const auto streaming =
      poly::stream_channels(*made.scheduled(), made.dependences, made.context, poly::CountAlive::no, &cache);
  REQUIRE(streaming);
  return streaming->channels;
}

}  // namespace

TEST_CASE("channels: those that differ in their names only are asked of isl once, and carried alike") {
  const test::Compiled made = layers(false);
  poly::StreamingCache cache;
  const std::vector<poly::StreamedChannel> channels = stream(made, cache);
  REQUIRE(channels.size() == 3);
  CHECK(cache.channels.size() == 1);
  std::set<std::string> arrays, buffers;
  for (const poly::StreamedChannel& channel : channels) {
    CHECK(channel.memory == "");
    CHECK(channel.tokens == 32);
    CHECK(channel.kept == channels.front().kept);
    CHECK(channel.producer == "make_" + channel.array);
    arrays.insert(channel.array);
    buffers.insert(channel.buffer);
  }
  CHECK(arrays == std::set<std::string>{"a", "b", "c"});
  CHECK(buffers.size() == 3);
}

TEST_CASE("channels: another schedule on one side makes another channel") {
  const test::Compiled made = layers(true);
  poly::StreamingCache cache;
  CHECK(stream(made, cache).size() == 3);
  CHECK(cache.channels.size() == 3);
}

TEST_CASE("channels: of processes of several nests, those that are alike are sent alike, wherever the nests stand") {
  const test::Compiled made = sums();
  poly::StreamingCache cache;
  const auto streaming =
      poly::stream_channels(*made.scheduled(), made.dependences, made.context, poly::CountAlive::no, &cache);
  REQUIRE(streaming);
  CHECK(streaming->channels.size() == 3);
  CHECK(cache.channels.size() == 2);  // what the last one takes is not what a process of two nests takes
  for (const poly::StreamedChannel& channel : streaming->channels) {
    const auto writers = std::count_if(
        streaming->scop.statements.begin(), streaming->scop.statements.end(), [&](const poly::Statement& statement) {
          return streaming->scop.program->arrays[statement.write.array]->name == channel.fifo;
        });
    CHECK(writers == 1);
  }
}
