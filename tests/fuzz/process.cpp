#include "process.hpp"

#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <exception>
#include <stdexcept>

namespace pom::fuzz {

namespace {

constexpr char announcement = '@';

void allow_time(int seconds) {
  const itimerval allowance = {{0, 0}, {seconds, 0}};
  setitimer(ITIMER_PROF, &allowance, nullptr);
}

[[noreturn]] void run_child(const std::function<void(const Reporter&)>& body, int descriptor) {
  // A test framework's handlers are the parent's.
  for (int number : {SIGABRT, SIGSEGV, SIGFPE, SIGILL, SIGBUS}) signal(number, SIG_DFL);
  int status = 0;
  try {
    body(Reporter(descriptor));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "pom-fuzz: %s\n", error.what());
    status = 3;
  }
  _exit(status);  // not exit: what the parent has in its buffers is the parent's to write
}

}  // namespace

void Reporter::announce(std::uint64_t seed, const std::string& stage) const {
  allow_time(most_seconds_per_case);
  send(announcement + std::to_string(seed) + " " + stage);
}

void Reporter::send(const std::string& line) const {
  const std::string text = line + "\n";
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t written = write(descriptor_, text.data() + sent, text.size() - sent);
    if (written < 0 && errno != EINTR) _exit(4);
    if (written > 0) sent += static_cast<std::size_t>(written);
  }
}

Child::Child(const std::function<void(const Reporter&)>& body) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  process_ = fork();
  if (process_ < 0) throw std::runtime_error("no process");
  if (process_ == 0) {
    close(ends[0]);
    run_child(body, ends[1]);
  }
  close(ends[1]);
  descriptor_ = ends[0];
}

bool Child::receive() {
  char buffer[65536];
  const ssize_t got = read(descriptor_, buffer, sizeof buffer);
  if (got < 0 && errno == EINTR) return true;
  if (got <= 0) return false;
  rest_.append(buffer, static_cast<std::size_t>(got));
  std::size_t begin = 0;
  for (std::size_t end; (end = rest_.find('\n', begin)) != std::string::npos; begin = end + 1) {
    take_line(rest_.substr(begin, end - begin));
  }
  rest_.erase(0, begin);
  return true;
}

void Child::take_line(const std::string& line) {
  if (line.empty() || line.front() != announcement) return lines_.push_back(line);
  const std::size_t space = line.find(' ');
  last_seed_ = std::stoull(line.substr(1, space - 1));
  last_stage_ = line.substr(space + 1);
  announced_ = true;
}

std::string Child::finish() {
  while (receive()) continue;
  close(descriptor_);
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) continue;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return "";
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF) return "timeout in " + last_stage_;
  if (WIFSIGNALED(status)) return "crash by signal " + std::to_string(WTERMSIG(status)) + " in " + last_stage_;
  return "crash with status " + std::to_string(WEXITSTATUS(status)) + " in " + last_stage_;
}

}  // namespace pom::fuzz
