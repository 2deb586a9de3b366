import { pipeline, Readable } from "node:stream";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { BackupFault } from "./fault.ts";

/**
 * Whether a file with this name is compressed. Telemetry is already compressed; the rest shrinks to
 * a third.
 */
export const isCompressedName = (name: string): boolean => name.endsWith(".zst");

export function compressed(pieces: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  // Errors are thrown to the consumer of the pipeline.
  return pipeline(Readable.from(pieces), createZstdCompress(), () => undefined);
}

const zstdMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** The uncompressed archive, detecting compression by its first bytes. */
export async function* decompressed(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const iterator = source[Symbol.asyncIterator]();
  const first = await firstBytes(iterator, zstdMagic.length);
  const whole = joined(first, iterator);
  if (!first.subarray(0, zstdMagic.length).equals(zstdMagic)) return yield* whole;
  try {
    yield* pipeline(
      Readable.from(whole),
      createZstdDecompress(),
      () => undefined,
    ) as AsyncIterable<Buffer>;
  } catch (error) {
    throw new BackupFault(
      `The file is damaged or incomplete: it cannot be decompressed (${(error as Error).message}).`,
    );
  }
}

async function firstBytes(iterator: AsyncIterator<Buffer>, bytes: number): Promise<Buffer> {
  let first = Buffer.alloc(0);
  while (first.length < bytes) {
    const { done, value } = await iterator.next();
    if (done) break;
    first = Buffer.concat([first, value]);
  }
  return first;
}

async function* joined(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (first.length > 0) yield first;
  for (;;) {
    const { done, value } = await rest.next();
    if (done) return;
    yield value;
  }
}
