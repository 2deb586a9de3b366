/**
 * Frees the buffer's memory immediately instead of waiting for garbage collection. Existing views
 * become empty.
 */
export function giveBack(buffer: ArrayBufferLike): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}

/**
 * Same for bytes that are no longer read. Does nothing if they share an ArrayBuffer, as Node's
 * pooled small buffers do. Without it, the bodies of a flood counted toward the heap and triggered
 * three full collections per second.
 */
export function giveBackBytes({ buffer, byteLength }: Uint8Array): void {
  if (byteLength === buffer.byteLength) giveBack(buffer);
}
