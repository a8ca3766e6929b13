#include "polyhedral/dataflow/check_bundles.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "dsl/model/ports.hpp"
#include "polyhedral/ir/mark_process.hpp"
#include "support/findings.hpp"
#include "support/words.hpp"

namespace pom::poly {

namespace {

/// A process, and the first thing that it does with a bundle.
struct BundleUse {
  int process = -1;
  const Statement* statement = nullptr;
  const PortMark* port = nullptr;
};

/// The processes that read one bundle, or that write it, in their order.
struct BundleUsers {
  const char* how = "";
  std::vector<BundleUse> uses;
};

/// What goes over the bus, by bundle and by direction.
class Traffic {
 public:
  explicit Traffic(const Scop& scop) : scop_(scop) {
    for (const Statement& statement : scop.statements) {
      for (const AccessRelation& read : statement.reads) add(statement, read.array, "reads");
      add(statement, statement.write.array, "writes");
    }
  }

  std::vector<Diagnostic> check() const {
    std::vector<Diagnostic> errors;
    for (const auto& [key, users] : users_) {
      // Processes that share one array are told so by the array.
      const std::vector<BundleUse>& uses = users.uses;
      const auto other = std::find_if(uses.begin(), uses.end(), [&](const BundleUse& use) {
        return use.process != uses.front().process && use.port != uses.front().port;
      });
      if (other != uses.end()) errors.push_back(refuse(key.first, users.how, uses.front(), *other));
    }
    return errors;
  }

 private:
  void add(const Statement& statement, int array, const char* how) {
    const PortMark* port = scop_.hardware.find_port(scop_.program->arrays[array]->name);
    if (!port || port->mode != "m_axi") return;
    BundleUsers& users = users_[{dsl::bundle_name(port->mode, port->bundle), how}];
    users.how = how;
    users.uses.push_back({first_nest_of_process(scop_, statement.position.front()), &statement, port});
  }

  Diagnostic refuse(const std::string& bundle, const std::string& how, const BundleUse& one,
                    const BundleUse& other) const {
    const auto text = [&](const BundleUse& use) {
      return "the nest of \"" + use.statement->name + "\" " + how + " \"" + use.port->port + "\"";
    };
    Diagnostic error = make_error("not-a-dataflow",
                                  "bundle \"" + bundle + "\" is the port of two processes: " + text(one) + ", " +
                                      text(other) + "; only one process may",
                                  *scop_.hardware.dataflow);
    for (const BundleUse* use : {&one, &other})
      error.notes.push_back({"\"" + use->port->port + "\" goes by \"" + bundle + "\"", use->port->at});
    error.help = other.port->port + ".interface(\"m_axi\", \"" + free_name(join_names({bundle, other.port->port})) +
                 "\") gives \"" + other.port->port + "\" a bundle of its own";
    return error;
  }

  /// A name that no port has for its bundle.
  std::string free_name(const std::string& wished) const {
    const std::vector<PortMark>& ports = scop_.hardware.ports;
    const auto is_taken = [&](const std::string& name) {
      return std::any_of(ports.begin(), ports.end(), [&](const PortMark& port) { return port.bundle == name; });
    };
    std::string name = wished;
    for (int n = 2; is_taken(name); ++n) name = join_names({wished, std::to_string(n)});
    return name;
  }

  const Scop& scop_;
  std::map<std::pair<std::string, std::string>, BundleUsers> users_;
};

}  // namespace

std::vector<Diagnostic> check_bundles(const Scop& scheduled) {
  return scheduled.hardware.dataflow ? Traffic(scheduled).check() : std::vector<Diagnostic>{};
}

}  // namespace pom::poly
