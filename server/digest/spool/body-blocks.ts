import { Buffer } from "node:buffer";

/**
 * Memory for bodies on their way to another thread, in blocks that are transferred whole.
 * Transferred one by one, bodies cost both threads 30 µs per event, and each counts as external
 * memory that triggers V8's garbage collection.
 */
export type BodyBlocks = {
  /** Concatenates the pieces; valid until the block is transferred. */
  lay(pieces: Uint8Array[]): Uint8Array;
  /** Allocates this many bytes to be written immediately. */
  room(byteLength: number): Uint8Array;
  /** The blocks used since, for `postMessage`. Starts new ones. */
  take(): ArrayBuffer[];
};

/**
 * Below the threshold at which each allocation is mapped separately (`less-memory.js`): such memory is
 * reused without page faults.
 */
const blockBytes = 512 * 1024;

export function bodyBlocks(): BodyBlocks {
  let blocks: Uint8Array[] = [];
  let open: Uint8Array | undefined;
  let end = 0;

  function begin(byteLength: number): Uint8Array {
    const block = Buffer.allocUnsafeSlow(byteLength);
    blocks.push(block);
    return block;
  }

  /** A body that fills most of a block gets its own. */
  function roomFor(length: number): Uint8Array {
    if (2 * length > blockBytes) return begin(length);
    if (!open || end + length > open.length) [open, end] = [begin(blockBytes), 0];
    return open.subarray(end, (end += length));
  }

  return {
    room: roomFor,
    lay(pieces) {
      const room = roomFor(pieces.reduce((sum, { length }) => sum + length, 0));
      let at = 0;
      for (const piece of pieces) {
        room.set(piece, at);
        at += piece.length;
      }
      return room;
    },
    take() {
      const taken = blocks.map(({ buffer }) => buffer as ArrayBuffer);
      [blocks, open] = [[], undefined];
      return taken;
    },
  };
}
