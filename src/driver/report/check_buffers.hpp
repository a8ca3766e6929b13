#pragma once
#include <vector>

#include "dse/devices/tables/device.hpp"
#include "polyhedral/buffers/place_buffers.hpp"
#include "support/result.hpp"

namespace pom::driver {

/// `buffer-too-large`: the buffers of `buffer_at` together take more bytes than the device's memories hold; said of the
/// largest.
Status check_buffers(const std::vector<poly::PlacedBuffer>&, const dse::devices::Device&);

}  // namespace pom::driver
