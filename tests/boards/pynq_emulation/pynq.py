"""An emulation of the part of PYNQ that generated drivers use. It is no part of PYNQ. The "bitstream" is a shared library
with the kernel, compiled for this machine; the driver's own ARRAYS and SCALARS say how it is called."""
import ctypes
import os
import sys

import numpy as np

_buffers = {}  # by device address
ADDRESS_BITS = int(os.environ.get("POM_ADDRESS_BITS", "64"))  # of a design: 64 or 32
_PATTERN = 0xA5  # what a device's memory holds until it is flushed to


class _Buffer(np.ndarray):
    def _open(self):
        self._device = ctypes.create_string_buffer(bytes([_PATTERN]) * self.nbytes, self.nbytes)
        self.in_memory = ctypes.addressof(self._device)
        self.device_address = self.in_memory if ADDRESS_BITS == 64 else (len(_buffers) + 1) << 12
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


def _ports(driver):
    """The kernel's arguments that are arrays: one of several ports is as many."""
    for name, *_ in driver.ARRAYS:
        ports, _ = getattr(driver, "PORTS", {}).get(name, ([name], 1))
        yield from ports


class _Registers:
    pass


class _Unit:
    def __init__(self, driver, library):
        self._driver = driver
        self._kernel = getattr(library, driver.NAME)
        self._done = 0
        self.register_map = _Registers()
        for name in _ports(driver):
            for register in self._registers(name, ADDRESS_BITS):
                setattr(self.register_map, register, 0)
        for name, kind, _ in driver.SCALARS:
            for register in self._registers(name, 8 * np.dtype(kind).itemsize):
                setattr(self.register_map, register, 0)

    @staticmethod
    def _registers(name, bits):
        """What has 64 bits is in two registers."""
        return [name + "_1", name + "_2"] if bits == 64 else [name]

    def _get(self, name, bits):
        registers = self._registers(name, bits)
        return sum(getattr(self.register_map, register) << 32 * place for place, register in enumerate(registers))

    def write(self, offset, value):
        assert (offset, value) == (0, 1), "only the control register is written, to start"
        arguments = []
        for name, kind, _ in self._driver.SCALARS:
            size = np.dtype(kind).itemsize
            bits = self._get(name, 8 * size).to_bytes(size, "little")
            arguments.append(np.ctypeslib.as_ctypes_type(np.dtype(kind)).from_buffer_copy(bits))
        for name in _ports(self._driver):
            address = self._get(name, ADDRESS_BITS)
            assert address in _buffers, f"{name} is at no buffer's address"
            arguments.append(ctypes.c_void_p(_buffers[address].in_memory))
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
