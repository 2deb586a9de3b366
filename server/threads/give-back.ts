/**
 * Gives its memory back now: left to the collector, much of it lies about until then. Whatever
 * views it had are empty.
 */
export function giveBack(buffer: ArrayBufferLike): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}

/**
 * The same of bytes that are not read again. Where they are a part of what others are in, as Node
 * lays small ones, they stay. A flood's bodies counted as heap, for which V8 went through all of it
 * three times a second.
 */
export function giveBackBytes({ buffer, byteLength }: Uint8Array): void {
  if (byteLength === buffer.byteLength) giveBack(buffer);
}
