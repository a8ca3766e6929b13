#include "polyhedral/buffers/choose_banks.hpp"

#include "polyhedral/dataflow/process_time.hpp"
#include "polyhedral/dataflow/storage.hpp"
#include "polyhedral/primitives/primitives.hpp"
#include "polyhedral/streaming/buffer_banks.hpp"
#include "polyhedral/streaming/keep_less.hpp"

namespace pom::poly {

void choose_banks(Scop& scop, const PlacedBuffer& placed, const std::string& name) {
  const bool lies_outside = !outside_mode(scop, placed.array).empty();
  if (lies_outside && scop.hardware.banked.contains(scop.program->find_array(placed.array))) return;
  const int buffer = scop.program->find_array(name);
  const std::int64_t lanes = placed.lanes;
  const Location& at = placed.at;
  const Scop whole = with_shared_pipelines(scop);
  Storage storage = all_cells(whole, buffer);
  std::vector<PartitionMark> banks =
      cut_into_banks(whole, buffer, storage, at, lanes > 1 ? PortsOfBank::one : PortsOfBank::two);
  if (banks.empty() && lanes > 1) {
    const std::vector<std::int64_t>& shape = scop.program->arrays[buffer]->shape;
    banks.push_back({buffer, static_cast<int>(shape.size()) - 1,
                     shape.back() == lanes ? PartitionKind::complete : PartitionKind::cyclic, lanes, at});
    scop.hardware.partitions.push_back(banks.front());
    return;
  }
  if (banks.empty()) return;
  auto program = std::make_shared<dsl::Function>(*scop.program);
  keep_in_cells(*program, buffer, storage);
  scop.program = std::move(program);
  scop.hardware.partitions.insert(scop.hardware.partitions.end(), banks.begin(), banks.end());
}

}  // namespace pom::poly
