/**
 * Limits for upload tools such as sentry-cli, also enforced. Small enough for two concurrent
 * requests in memory.
 */
export const chunkLimits = {
  chunkBytes: 4 << 20,
  chunksPerRequest: 4,
  requestBytes: 17 << 20,
  bundleBytes: 64 << 20,
};
