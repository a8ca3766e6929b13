"""An emulation of the part of PYNQ that generated drivers use. It is no part of PYNQ. The "bitstream" is a shared library
with the kernel, compiled for this machine; the driver's own ARRAYS and SCALARS say how it is called."""
import ctypes
import sys

import numpy as np

_buffers = {}  # by device address
_PATTERN = 0xA5  # what a device's memory holds until it is flushed to


class _Buffer(np.ndarray):
    def _open(self):
        self._device = ctypes.create_string_buffer(bytes([_PATTERN]) * self.nbytes, self.nbytes)
        self.device_address = ctypes.addressof(self._device)
        _buffers[self.device_address] = self

    def flush(self):
        ctypes.memmove(self._device, self.ctypes.data, self.nbytes)

    def invalidate(self):
        ctypes.memmove(self.ctypes.data, self._device, self.nbytes)

    def freebuffer(self):
        del _buffers[self.device_address]


def allocate(shape, dtype):
    buffer = np.zeros(shape, dtype).view(_Buffer)
    buffer._open()
    return buffer


def buffers_left():
    return len(_buffers)


class _Registers:
    pass


class _Unit:
    def __init__(self, driver, library):
        self._driver = driver
        self._kernel = getattr(library, driver.NAME)
        self._done = 0
        self.register_map = _Registers()
        for name, *_ in driver.ARRAYS:  # addresses of 64 bits are in two registers
            setattr(self.register_map, name + "_1", 0)
            setattr(self.register_map, name + "_2", 0)

    def write(self, offset, value):
        assert (offset, value) == (0, 1), "only the control register is written, to start"
        arguments = []
        for name, kind in self._driver.SCALARS:
            bits = getattr(self.register_map, name).to_bytes(np.dtype(kind).itemsize, "little")
            arguments.append(np.ctypeslib.as_ctypes_type(np.dtype(kind)).from_buffer_copy(bits))
        for name, *_ in self._driver.ARRAYS:
            address = getattr(self.register_map, name + "_1") | getattr(self.register_map, name + "_2") << 32
            assert address in _buffers, f"{name} is at no buffer's address"
            arguments.append(ctypes.c_void_p(address))
        self._kernel.restype = None
        self._kernel(*arguments)
        self._done = 2

    def read(self, offset):
        assert offset == 0, "only the control register is read"
        done, self._done = self._done, 0
        return done


class Overlay:
    def __init__(self, bitstream):
        driver = sys.modules["__main__"]
        setattr(self, driver.NAME + "_1", _Unit(driver, ctypes.CDLL(bitstream)))
