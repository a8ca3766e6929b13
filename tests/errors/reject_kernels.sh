#!/bin/sh
# A compiler that accepts only the program that asks whether it works.
case "$*" in *pom_probe.cpp*) exit 0 ;; esac
exit 1
