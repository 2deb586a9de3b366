/**
 * What upload tools are told (PROTOCOL A.14), and held to. Small enough that two requests at once
 * fit into memory many times.
 */
export const chunkLimits = {
  chunkBytes: 4 << 20,
  chunksPerRequest: 4,
  requestBytes: 17 << 20,
  bundleBytes: 64 << 20,
};
