// A target that only builds a precompiled header needs a source.
