// Beats of AXI4-Stream on a host: hls::axis with the members that kernels of libpom use. The vendor's own has user, id and
// dest too, which are no members where their widths are 0.
#ifndef POM_AP_AXI_SDATA_H
#define POM_AP_AXI_SDATA_H

#include <cstddef>

#include "ap_int.h"

namespace hls {

template <class T, std::size_t WUser, std::size_t WId, std::size_t WDest>
struct axis {
  static_assert(WUser == 0 && WId == 0 && WDest == 0, "kernels of libpom have no user, id and dest");

  T data;
  ap_uint<sizeof(T)> keep, strb;  ///< a bit for each byte
  ap_uint<1> last;                ///< of the packet's last beat
};

}  // namespace hls

#endif
