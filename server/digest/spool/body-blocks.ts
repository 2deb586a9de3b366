import { Buffer } from "node:buffer";

/**
 * Room for bodies on their way to another thread: side by side in blocks that change hands whole.
 * Handed over one by one they cost both threads 30 µs an event, and each is counted as memory for
 * which V8 goes through its heap.
 */
export type BodyBlocks = {
  /** The pieces as one, valid until the block is handed over. */
  lay(pieces: Uint8Array[]): Uint8Array;
  /** Room for so many bytes, to be written into at once. */
  room(byteLength: number): Uint8Array;
  /** The blocks laid into since, for `postMessage`; new ones are begun after them. */
  take(): ArrayBuffer[];
};

/**
 * Less than what is mapped again for each block (`less-memory.js`): such memory is used again
 * without a page fault.
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

  /** What fills most of a block has one of its own. */
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
