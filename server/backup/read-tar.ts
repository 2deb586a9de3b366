import { BackupFault } from "./fault.ts";
import { archiveEnd, blockBytes, decodeHeader, paddingOf, type TarHeader } from "./tar.ts";

/** A passing entry: its content must be read before the next one. */
export type TarEntry = TarHeader & { content: AsyncIterable<Buffer> };

/**
 * The entries of an archive of any size, one after another: only the current piece is in memory.
 * Every byte counts: padding and end must be zeros, so that any change is detected. Throws a
 * BackupFault.
 */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = passing(source);
  for (;;) {
    const block = await bytes.exactly(blockBytes, "between two entries");
    if (isEmpty(block)) return await readEnd(bytes);
    const header = decodeHeader(block);
    if (!header) throw new BackupFault(damaged(bytes.position() - blockBytes));
    yield { ...header, content: bytes.pieces(header.bytes, `in ${header.name}`) };
    const padding = await bytes.exactly(paddingOf(header.bytes), `after ${header.name}`);
    if (!isEmpty(padding)) throw new BackupFault(damaged(bytes.position() - padding.length));
  }
}

const damaged = (at: number) => `The file is not a backup, or is damaged at byte ${at}.`;

const isEmpty = (bytes: Buffer) => bytes.every((byte) => byte === 0);

async function readEnd(bytes: Passing): Promise<void> {
  const rest = await bytes.exactly(archiveEnd.length - blockBytes, "at the end of the archive");
  if (!isEmpty(rest) || !(await bytes.hasEnded())) throw new BackupFault(damaged(bytes.position()));
}

type Passing = ReturnType<typeof passing>;

function passing(source: AsyncIterable<Buffer>) {
  const iterator = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  let position = 0;

  /** At most `most` bytes, undefined at the end. */
  async function piece(most: number): Promise<Buffer | undefined> {
    while (held.length === 0) {
      const { done, value } = await iterator.next();
      if (done) return undefined;
      held = value;
    }
    const taken = held.subarray(0, most);
    held = held.subarray(taken.length);
    position += taken.length;
    return taken;
  }

  async function* pieces(bytes: number, where: string): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0;) {
      const next = await piece(left);
      if (!next)
        throw new BackupFault(`The file is incomplete: it ends ${where}, after ${position} bytes.`);
      left -= next.length;
      yield next;
    }
  }

  async function exactly(bytes: number, where: string): Promise<Buffer> {
    const found: Buffer[] = [];
    for await (const next of pieces(bytes, where)) found.push(next);
    return Buffer.concat(found);
  }

  return {
    pieces,
    exactly,
    position: () => position,
    hasEnded: async () => (await piece(1)) === undefined,
  };
}
