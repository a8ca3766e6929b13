#include <algorithm>
#include <cmath>

#include "driver/page/parts.hpp"

namespace pom::driver {

using html::Json;
using html::number;
using html::percent;

namespace {

/// The blanks do not break.
std::string shape_text(const Json& shape) {
  std::string text;
  for (const Json& extent : shape) text += (text.empty() ? "" : "\u00a0×\u00a0") + number(extent.get<double>());
  return text.empty() ? "one element" : text;
}

std::string partition_text(const Json& array) {
  std::string text;
  for (const Json& cut : array.at("partition")) {
    text += (text.empty() ? "" : "; ") + cut.at("kind").get<std::string>() + " " +
            number(cut.at("factor").get<double>()) + " in dimension " + cut.at("dimension").dump() +
            (cut.at("reshaped").get<bool>() ? " (wider words)" : "");
  }
  return text.empty() ? "–" : text;
}

std::string lives(const Json& array, const Json& report) {
  const std::string role = array.at("role");
  if (role == "table") return "table of constants";
  if (role == "return") return "return value";
  if (role == "local") {
    if (array.contains("stream_depth")) return "FIFO of " + array.at("stream_depth").dump();
    if (array.contains("storage")) return "inside: " + array.at("storage").at("implementation").get<std::string>();
    return "inside the kernel";
  }
  for (const Json& argument : report.at("arguments")) {
    if (argument.at("name") == array.at("name") && argument.contains("port"))
      return "port, " + argument.at("port").get<std::string>();
  }
  return "port";
}

/// Of a FIFO what it holds, else the whole array.
std::int64_t held_bits(const Json& array) {
  const std::int64_t bits = array.at("bits");
  if (!array.contains("stream_depth")) return bits;
  std::int64_t elements = 1;
  for (const Json& extent : array.at("shape")) elements *= extent.get<std::int64_t>();
  return array.at("stream_depth").get<std::int64_t>() * (bits / std::max<std::int64_t>(elements, 1)) *
         array.at("banks").get<std::int64_t>();
}

std::string arrays(const Json& report) {
  html::Rows rows;
  for (const Json& array : report.at("arrays")) {
    rows.push_back({html::code(array.at("name").get<std::string>()), lives(array, report),
                    shape_text(array.at("shape")), html::code(array.at("type").get<std::string>()),
                    html::size(held_bits(array)), number(array.at("banks").get<double>()), partition_text(array),
                    html::code(array.at("at").get<std::string>())});
  }
  return html::table("Arrays, and how they are cut into banks",
                     {"array", "where", "shape", "type", "#size", "#banks", "cut", "declared"}, rows);
}

std::string kept(const Json& storage) {
  if (storage.is_null()) return "not known";
  const std::int64_t elements = storage.at("elements");
  return elements == 0 ? "nothing" : html::counted(elements, "element");
}

/// The depth with which the channel's FIFO would never hold anybody up, by the simulated run.
std::string least_depth(const Json& report, const std::string& array) {
  const Json* run = simulated_run(report);
  if (!run) return "–";
  for (const Json& fifo : run->at("fifos")) {
    if (fifo.at("array") == array) return number(fifo.at("least_depth").get<double>());
  }
  return "–";
}

std::string channels(const Json& report) {
  if (!report.contains("channels")) return "";
  html::Rows rows;
  for (const Json& channel : report.at("channels")) {
    const bool streamed = channel.at("streamed"), known = !channel.contains("unknown");
    const std::string is = streamed
                               ? "FIFO of " + channel.at("depth").dump() + " × " + channel.at("bits").dump() + " bits"
                               : "two memories of " + html::counted(channel.at("array_elements"), "element");
    const std::string could = !known                           ? html::escape(channel.at("unknown").get<std::string>())
                              : channel.at("fifo").get<bool>() ? (streamed ? "as it is" : "a FIFO")
                                                               : "a FIFO, if elements are kept beside it";
    rows.push_back({html::code(channel.at("array").get<std::string>()),
                    html::code(channel.at("producer").get<std::string>()) + " → " +
                        html::code(channel.at("consumer").get<std::string>()),
                    is, known ? kept(channel.at("producer_keeps")) + " / " + kept(channel.at("consumer_keeps")) : "–",
                    could, least_depth(report, channel.at("array").get<std::string>())});
  }
  return html::table("Channels between processes",
                     {"array", "from → to", "is", "kept by producer / consumer", "could be", "#depth that suffices"},
                     rows);
}

/// What lies in the memories of a board, and what that costs them.
std::string off_chip(const Json& report) {
  if (!report.contains("board") || report.at("board").at("arrays").empty()) return "";
  const Json& board = report.at("board");
  const auto bytes = [](const Json& number_of) {
    return html::size(static_cast<std::int64_t>(number_of.get<double>()) * 8);
  };
  html::Rows rows;
  for (const Json& array : board.at("arrays")) {
    rows.push_back({html::code(array.at("argument").get<std::string>()),
                    html::escape(array.at("memory").get<std::string>()),
                    html::code(array.at("port").get<std::string>()), html::code(array.at("bundle").get<std::string>()),
                    bytes(array.at("bytes")), bytes(array.at("read_bytes")), bytes(array.at("written_bytes")),
                    percent(array.at("share_of_bandwidth").get<double>())});
  }
  const Json& bound = board.at("bound");
  const std::string note = "<p>On " + html::escape(board.at("title").get<std::string>()) +
                           ". What a run moves is counted as the loops stand; " +
                           html::escape(bound.at("bank").get<std::string>()) + " takes " +
                           number(std::ceil(bound.at("cycles").get<double>())) +
                           " cycles for its part at the bandwidth that it sustains.</p>\n";
  return html::table("Arrays in the board’s memories",
                     {"array", "memory", "port", "bundle", "#size", "#read", "#written", "#of the bandwidth"}, rows) +
         note;
}

/// What `dataflow(Channels::automatic)` made of the arrays between processes.
std::string streams(const Json& report) {
  if (!report.contains("streams")) return "";
  html::Rows rows;
  for (const Json& channel : report.at("streams")) {
    const std::string between = html::code(channel.at("producer").get<std::string>()) + " → " +
                                html::code(channel.at("consumer").get<std::string>());
    const std::string array = html::code(channel.at("array").get<std::string>());
    if (channel.contains("memory")) {
      rows.push_back({array, between, "a memory: " + html::escape(channel.at("memory").get<std::string>()), "–", "–"});
      continue;
    }
    const std::int64_t lanes = channel.at("lanes");
    const std::string fifo = "FIFO of " + channel.at("depth").dump() + " × " + channel.at("bits").dump() + " bits";
    rows.push_back({array, between, lanes > 1 ? channel.at("lanes").dump() + " times a " + fifo : fifo,
                    html::counted(channel.at("tokens"), "token"),
                    channel.contains("buffer") ? kept(channel.at("buffer")) : "nothing"});
  }
  return html::table("Streams between processes", {"array", "from → to", "is", "carries", "kept by consumer"}, rows);
}

/// Each bank of an array argument is a memory of the design around this one.
std::string outside(const Json& report) {
  std::int64_t banks = 0;
  for (const Json& argument : report.at("arguments")) {
    if (argument.value("port", "") != "ap_memory") continue;
    for (const Json& array : report.at("arrays")) {
      if (array.at("name") == argument.at("name")) banks += array.at("banks").get<std::int64_t>();
    }
  }
  if (banks == 0) return "";
  return " The design around this one has " +
         (banks == 1 ? "one memory" : number(static_cast<double>(banks)) + " memories") + " for them, one a bank.";
}

}  // namespace

std::string page_memories(const Json& report) {
  if (report.at("arrays").empty()) return "";
  const Json& memory = report.at("memory");
  std::string note = "<p>Ports hold " + html::size(memory.at("array_bits")) + " outside the kernel; the device has " +
                     html::size(memory.at("device_block_memory_bits")) + " of block memory." + outside(report) +
                     "</p>\n";
  return html::section("memory", "Memory",
                       note + arrays(report) + off_chip(report) + channels(report) + streams(report));
}

}  // namespace pom::driver
