import { ByteReader } from "./byte-reader.ts";
import { ByteWriter } from "./byte-writer.ts";
import { Sketch } from "./sketch.ts";

/**
 * An encoded sketch: zeros; distance from the first to the last occupied bucket plus one, 0 if none
 * is occupied; the first bucket; then each occupied bucket's count times two, plus one if empty
 * buckets precede it, whose number follows. A count up to 63 next to its neighbor is one byte: 1.1
 * bytes per bucket with thousands of durations, 1.8 with dozens.
 */
export function writeSketch(writer: ByteWriter, sketch: Sketch): void {
  const { first, counts } = sketch.dense();
  writer.varint(sketch.zeroCount);
  writer.varint(counts.length);
  if (counts.length === 0) return;
  writer.signed(first);
  let empty = 0;
  for (let index = 0; index < counts.length; index++) {
    const times = counts[index]!;
    if (times === 0) empty += 1;
    else if (empty === 0) writer.varint(2 * times);
    else {
      writer.varint(2 * times + 1);
      writer.varint(empty);
      empty = 0;
    }
  }
}

/**
 * Adds the output of `writeSketch` to `sketch` without creating another. Pages merge thousands of
 * these, so the most common one-byte tokens are read here with a local position instead of the
 * reader: 2 ns per bucket.
 */
export function mergeWritten(sketch: Sketch, reader: ByteReader): void {
  sketch.addZeros(reader.varint());
  const length = reader.varint();
  if (length === 0) return;
  const first = reader.signed();
  const { counts, start } = sketch.open(first, first + length - 1);
  const { bytes } = reader;
  const end = first - start + length;
  let at = reader.at;
  let sum = 0;
  for (let index = first - start; index < end; index++) {
    let token = bytes[at++]!;
    if (token >= 128) [token, at] = longVarint(reader, at - 1);
    if (token % 2 === 1) {
      const empty = bytes[at++]!;
      if (empty < 128) index += empty;
      else {
        const [more, after] = longVarint(reader, at - 1);
        index += more;
        at = after;
      }
    }
    const times = token < 128 ? token >>> 1 : Math.floor(token / 2);
    counts[index]! += times;
    sum += times;
  }
  reader.at = at;
  sketch.count += sum;
}

function longVarint(reader: ByteReader, at: number): [value: number, after: number] {
  reader.at = at;
  return [reader.varint(), reader.at];
}
