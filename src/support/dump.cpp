#include "support/dump.hpp"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "support/atomic_write.hpp"
#include "support/findings.hpp"

namespace pom {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string two_digits(int number) {
  std::string digits = std::to_string(number);
  return digits.size() < 2 ? "0" + digits : digits;
}

std::string time_line(const std::string& name, double milliseconds) {
  char line[160];
  std::snprintf(line, sizeof line, "  %-28s %10.3f ms\n", name.c_str(), milliseconds);
  return line;
}

}  // namespace

Result<DumpSettings> DumpSettings::from_environment() {
  DumpSettings settings;
  settings.directory = environment("POM_DUMP");
  std::string times = environment("POM_TIME");
  settings.show_times = !times.empty() && times != "0";
  std::string stop = environment("POM_STOP_AFTER");
  if (stop.empty()) return settings;
  int number = 0;
  auto [end, failed] = std::from_chars(stop.data(), stop.data() + stop.size(), number);
  if (failed != std::errc() || end != stop.data() + stop.size() || number < 0) {
    return make_error("bad-environment", "POM_STOP_AFTER is \"" + stop + "\", not the number of a stage", {});
  }
  settings.stop_after = number;
  return settings;
}

StageDump::StageDump(DumpSettings settings) : settings_(std::move(settings)), started_(Clock::now()) {}

StageDump::~StageDump() {
  if (settings_.show_times) std::fputs(time_table().c_str(), stderr);
}

Status StageDump::stage(const std::string& name, const MakeText& text) {
  double milliseconds = lap() + std::exchange(steps_milliseconds_, 0);
  std::string file = two_digits(next_stage_++) + "-" + name;
  next_step_ = 1;
  timings_.push_back({file, milliseconds});
  return write(file, text);
}

Status StageDump::stage(const std::string& name, const std::string& text) {
  return stage(name, [&] { return text; });
}

Status StageDump::step(const std::string& name, const MakeText& text) {
  steps_milliseconds_ += lap();
  return write(two_digits(next_stage_) + "-" + two_digits(next_step_++) + "-" + name, text);
}

bool StageDump::should_stop() const { return settings_.stop_after && next_stage_ > *settings_.stop_after; }

std::string StageDump::time_table() const {
  std::string table;
  double sum = 0;
  for (const Timing& timing : timings_) {
    table += time_line(timing.name, timing.milliseconds);
    sum += timing.milliseconds;
  }
  return table + time_line("sum", sum);
}

Status StageDump::write(const std::string& file, const MakeText& text) {
  if (settings_.directory.empty()) {
    started_ = Clock::now();
    return {};
  }
  Status failed = make_directory(settings_.directory);
  if (!failed) {
    std::filesystem::path path = std::filesystem::path(settings_.directory) / file;
    std::string now = text();
    auto [last, first_of_kind] = last_texts_.try_emplace(path.extension().string());
    bool unchanged = !first_of_kind && last->second == now;
    failed = write_file_atomically(path, unchanged ? "(unchanged)\n" : now);
    last->second = std::move(now);
  }
  started_ = Clock::now();
  return failed;
}

double StageDump::lap() {
  Clock::time_point now = Clock::now();
  double milliseconds = std::chrono::duration<double, std::milli>(now - started_).count();
  started_ = now;
  return milliseconds;
}

}  // namespace pom
