import type { ByteReader } from "./byte-reader.ts";
import type { ByteWriter } from "./byte-writer.ts";
import type { Sketch } from "./sketch.ts";

/**
 * A sketch in few bytes: the zeros, how many buckets are occupied, the first and the distance to the last, then each
 * bucket's count times two; one is added, and the number of empty buckets before it follows, where there are any.
 * A count up to 63 beside its neighbour is one byte.
 */
export function writeSketch(writer: ByteWriter, sketch: Sketch): void {
  const { first, counts } = sketch.dense();
  writer.varint(sketch.zeroCount);
  writer.varint(occupied(counts));
  if (counts.length === 0) return;
  writer.signed(first);
  writer.varint(counts.length - 1);
  let empty = 0;
  for (let index = 0; index < counts.length; index++) {
    const times = counts[index]!;
    if (times === 0) {
      empty += 1;
      continue;
    }
    writer.varint(2 * times + (empty > 0 ? 1 : 0));
    if (empty > 0) writer.varint(empty);
    empty = 0;
  }
}

/** Adds what `writeSketch` wrote to `sketch` without making another one of it. */
export function mergeWritten(sketch: Sketch, reader: ByteReader): void {
  sketch.addZeros(reader.varint());
  const buckets = reader.varint();
  if (buckets === 0) return;
  let bucket = reader.signed() - 1;
  sketch.reserve(bucket + 1, bucket + 1 + reader.varint());
  for (let done = 0; done < buckets; done++) {
    const token = reader.varint();
    const skips = token % 2;
    bucket += skips === 1 ? reader.varint() + 1 : 1;
    sketch.addToBucket(bucket, (token - skips) / 2);
  }
}

function occupied(counts: Float64Array): number {
  let buckets = 0;
  for (const count of counts) if (count > 0) buckets += 1;
  return buckets;
}
