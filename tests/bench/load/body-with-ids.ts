import { constants, crc32, deflateRawSync } from "node:zlib";
import type { Encoding } from "./envelope.ts";
import { storedBlockHead } from "./stored-block.ts";

/** A request body that can be sent repeatedly with other IDs; known ones are skipped. */
export type BodyWithIds = { bytes: Buffer; setIds(copy: Buffer, random: () => number): void };

/** Positions of an ID: a trace's in each span, a span's in itself and its children. */
type Places = { length: number; offsets: number[] };
type Stretch = { start: number; end: number };

export function bodyWithIds(encoding: Encoding, plain: Buffer, ids: Buffer[]): BodyWithIds {
  const places = ids.map((id) => ({ length: id.length, offsets: offsetsOf(plain, id) }));
  return encoding === "plain"
    ? { bytes: plain, setIds: idWriter(places) }
    : compressed(plain, places);
}

/** Buffer methods cost too much for so few bytes. */
function idWriter(places: Places[]): BodyWithIds["setIds"] {
  return (copy, random) => {
    for (const { length, offsets } of places) {
      for (let i = 0; i < length; i++) {
        const byte = random();
        for (const offset of offsets) copy[offset + i] = byte;
      }
    }
  };
}

function offsetsOf(body: Buffer, id: Buffer): number[] {
  const offsets: number[] = [];
  for (let at = body.indexOf(id); at >= 0; at = body.indexOf(id, at + 1)) offsets.push(at);
  return offsets;
}

/**
 * As in `envelope.ts`, IDs are in stored blocks where they can be replaced, and the rest was
 * compressed once with the preceding data as window. Half larger than gzip's output, and equal for
 * all measured programs.
 */
function compressed(plain: Buffer, places: Places[]): BodyWithIds {
  const { bytes, moved } = deflateAround(plain, stretchesOf(places));
  const copyOfPlain = Buffer.from(plain);
  const [writePlain, writeMoved] = [
    idWriter(places),
    idWriter(places.map((each) => shifted(each, moved))),
  ];
  return {
    bytes,
    setIds(copy, random) {
      const drawn: number[] = [];
      writePlain(copyOfPlain, () => drawn[drawn.push(random()) - 1]!);
      let next = 0;
      writeMoved(copy, () => drawn[next++]!);
      copy.writeUInt32LE(crc32(copyOfPlain), bytes.length - 8);
    },
  };
}

/** Nearby IDs share a block. */
function stretchesOf(places: Places[]): Stretch[] {
  const each = places.flatMap(({ length, offsets }) =>
    offsets.map((start) => ({ start, end: start + length })),
  );
  const stretches: Stretch[] = [];
  for (const { start, end } of each.toSorted((a, b) => a.start - b.start)) {
    const last = stretches.at(-1);
    if (last && start - last.end < 16) last.end = end;
    else stretches.push({ start, end });
  }
  return stretches;
}

function deflateAround(
  plain: Buffer,
  stretches: Stretch[],
): { bytes: Buffer; moved: (offset: number) => number } {
  // No back-reference may point to an ID, which will change: in the window, IDs are bytes that
  // occur nowhere else.
  const window = Buffer.from(plain);
  for (const { start, end } of stretches) window.fill(0xff, start, end);
  const pieces: Buffer[] = [Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])];
  const shifts: { start: number; by: number }[] = [];
  let [from, length] = [0, 10];
  for (const { start, end } of stretches) {
    const between = deflate(window, from, start, constants.Z_SYNC_FLUSH);
    const block = Buffer.concat([
      Buffer.from(storedBlockHead(end - start)),
      plain.subarray(start, end),
    ]);
    pieces.push(between, block);
    length += between.length + block.length;
    shifts.push({ start, by: length - end });
    from = end;
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(plain.length, 4);
  const bytes = Buffer.concat([
    ...pieces,
    deflate(window, from, plain.length, constants.Z_FINISH),
    trailer,
  ]);
  return { bytes, moved: (offset) => offset + shifts.findLast(({ start }) => start <= offset)!.by };
}

function deflate(window: Buffer, from: number, to: number, finishFlush: number): Buffer {
  const dictionary = window.subarray(Math.max(0, from - 32_768), from);
  return deflateRawSync(window.subarray(from, to), {
    finishFlush,
    ...(from > 0 && { dictionary }),
  });
}

const shifted = ({ length, offsets }: Places, moved: (offset: number) => number): Places => {
  return { length, offsets: offsets.map(moved) };
};
