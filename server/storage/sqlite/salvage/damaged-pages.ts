import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";

/**
 * Pages of a database file that SQLite may refuse to open, including those in its write-ahead log.
 * https://sqlite.org/fileformat2.html
 */
export type DamagedPages = {
  count: number;
  /** Bytes of a page that hold content. */
  usable: number;
  /** Undefined past the end of the file. Valid until the next call. */
  page(number: number): Buffer | undefined;
  close(): void;
};

const usualPageBytes = 4_096;
const walHeaderBytes = 32;
const frameHeaderBytes = 24;

export function openDamagedPages(path: string): DamagedPages {
  const file = openSync(path, "r");
  const header = Buffer.alloc(100);
  readSync(file, header, 0, header.length, 0);
  const wal = existsSync(`${path}-wal`) ? openSync(`${path}-wal`, "r") : undefined;
  const pageBytes = pageBytesIn(header);
  const frames = wal === undefined ? new Map<number, number>() : framesOf(wal, pageBytes);
  const buffer = Buffer.alloc(pageBytes);
  return {
    count: Math.max(Math.ceil(fstatSync(file).size / pageBytes), ...frames.keys()),
    usable: pageBytes,
    page(number) {
      const frame = frames.get(number);
      const read =
        frame === undefined
          ? readSync(file, buffer, 0, pageBytes, (number - 1) * pageBytes)
          : readSync(wal!, buffer, 0, pageBytes, frame);
      return read === pageBytes ? buffer : undefined;
    },
    close() {
      closeSync(file);
      if (wal !== undefined) closeSync(wal);
    },
  };
}

/** Spoor's files have SQLite's default page size, so a lost header doesn't matter. */
function pageBytesIn(header: Buffer): number {
  const bytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  return bytes >= 512 && (bytes & (bytes - 1)) === 0 ? bytes : usualPageBytes;
}

/**
 * The newest committed frame of each page. Frames from before the log's last restart have other
 * salts.
 */
function framesOf(wal: number, pageBytes: number): Map<number, number> {
  const header = Buffer.alloc(walHeaderBytes);
  const committed = new Map<number, number>();
  if (readSync(wal, header, 0, walHeaderBytes, 0) < walHeaderBytes) return committed;
  const salts = header.subarray(16, 24);
  const pending = new Map<number, number>();
  const frame = Buffer.alloc(frameHeaderBytes);
  for (let at = walHeaderBytes; ; at += frameHeaderBytes + pageBytes) {
    if (readSync(wal, frame, 0, frameHeaderBytes, at) < frameHeaderBytes) return committed;
    if (!frame.subarray(8, 16).equals(salts)) return committed;
    pending.set(frame.readUInt32BE(0), at + frameHeaderBytes);
    if (frame.readUInt32BE(4) === 0) continue;
    for (const [page, offset] of pending) committed.set(page, offset);
    pending.clear();
  }
}
