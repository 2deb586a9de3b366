/**
 * Limits for upload tools (PROTOCOL A.14), also enforced. Small enough for two concurrent requests
 * in memory.
 */
export const chunkLimits = {
  chunkBytes: 4 << 20,
  chunksPerRequest: 4,
  requestBytes: 17 << 20,
  bundleBytes: 64 << 20,
};
