#!/bin/sh
# A compiler that accepts kernels, and no host program.
case "$*" in *_host.cpp*)
  echo "host programs are not welcome"
  exit 1
  ;;
esac
exec c++ "$@"
