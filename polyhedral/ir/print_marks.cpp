#include "polyhedral/ir/print_marks.hpp"

#include "support/classic_stream.hpp"

namespace pom::poly {

std::string print_marks(const HardwareMarks& marks, const dsl::Function& program) {
  ClassicStream out;
  for (const PartitionMark& mark : marks.partitions) {
    const char* kinds[] = {"cyclic", "block", "complete"};
    out << (mark.banking == Banking::partition ? "partition " : "reshape ") << program.arrays[mark.array]->name
        << " dim " << mark.dimension + 1 << " " << kinds[static_cast<int>(mark.kind)] << " factor " << mark.factor
        << "\n";
  }
  for (const StorageMark& mark : marks.storages) {
    out << "storage " << program.arrays[mark.array]->name << " " << mark.type << " " << mark.implementation
        << " latency " << mark.latency << "\n";
  }
  for (const PortMark& mark : marks.ports)
    out << "port " << mark.port << " " << mark.mode << " " << mark.bundle << "\n";
  for (const StreamMark& mark : marks.streams) {
    out << "stream " << program.arrays[mark.array]->name << " depth " << mark.depth;
    for (std::size_t d = 0; d < mark.lanes.size(); ++d) out << (d ? " x " : " lanes ") << mark.lanes[d];
    out << "\n";
  }
  for (const BufferMark& mark : marks.buffers)
    out << (mark.accumulates ? "accumulator " : "buffer ") << program.arrays[mark.array]->name
        << (mark.statement < 0 ? "" : " in " + mark.loop + " of " + program.computes[mark.statement].name) << "\n";
  for (const RegionMark& mark : marks.regions)
    out << "double buffers in " << mark.loop << " of " << program.computes[mark.statement].name << "\n";
  for (const ReuseMark& mark : marks.reuses)
    out << "reuse " << program.arrays[mark.array]->name << " in " << mark.loop << " of "
        << program.computes[mark.statement].name << "\n";
  for (const ProcessMark& mark : marks.processes) {
    out << "process " << mark.name;
    for (const int statement : mark.statements) out << " " << program.computes[statement].name;
    out << "\n";
  }
  for (const PackMark& mark : marks.packs)
    out << "pack " << program.arrays[mark.array]->name << " words of " << mark.lanes
        << (mark.ports > 1 ? " from " + std::to_string(mark.ports) + " ports" : "") << "\n";
  if (marks.dataflow) out << (marks.automatic_channels ? "dataflow with automatic channels\n" : "dataflow\n");
  return out.str();
}

}  // namespace pom::poly
