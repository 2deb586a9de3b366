/**
 * An entry's header in a tar archive (POSIX.1-1988 ustar), which every system can list and unpack.
 * Sizes over eleven octal digits (8 GiB) use base 256, a GNU tar extension that all current tools
 * read.
 */
export const blockBytes = 512;

const nameBytes = 100;
const size = { at: 124, bytes: 12 };
const checksum = { at: 148, bytes: 8 };
const largestOctal = 8 ** 11 - 1;

export type TarHeader = { name: string; bytes: number };

export function encodeHeader({ name, bytes }: TarHeader, modifiedAtS: number): Buffer {
  const block = Buffer.alloc(blockBytes);
  if (Buffer.byteLength(name) > nameBytes)
    throw new Error(`${name} is too long a name for an archive.`);
  block.write(name, 0);
  // Mode, user, and group. Private: manually unpacked files contain secrets, too.
  block.write("0000600\u{0}0000000\u{0}0000000\u{0}", 100);
  if (bytes <= largestOctal) writeOctal(block, bytes, size);
  else writeBase256(block, bytes, size);
  writeOctal(block, modifiedAtS, { at: 136, bytes: 12 });
  block.write("0", 156);
  block.write("ustar\u{0}00", 257);
  block.write(checksumOf(block), checksum.at);
  return block;
}

/** Undefined if the block is not a valid header or is damaged. */
export function decodeHeader(block: Buffer): TarHeader | undefined {
  if (block.toString("latin1", checksum.at, checksum.at + checksum.bytes) !== checksumOf(block))
    return undefined;
  const end = block.indexOf(0);
  return {
    name: block.toString("utf8", 0, Math.min(end < 0 ? nameBytes : end, nameBytes)),
    bytes: readSize(block),
  };
}

/** Zeros that fill an entry's last block. */
export const paddingOf = (bytes: number): number =>
  (blockBytes - (bytes % blockBytes)) % blockBytes;

/** Two empty blocks end an archive. */
export const archiveEnd: Buffer = Buffer.alloc(2 * blockBytes);

type Field = { at: number; bytes: number };

function writeOctal(block: Buffer, value: number, { at, bytes }: Field): void {
  block.write(value.toString(8).padStart(bytes - 1, "0"), at);
}

const base256Mark = 0x80;

function writeBase256(block: Buffer, value: number, { at, bytes }: Field): void {
  block.writeBigUInt64BE(BigInt(value), at + bytes - 8);
  block[at] = base256Mark;
}

function readSize(block: Buffer): number {
  if (block[size.at] === base256Mark)
    return Number(block.readBigUInt64BE(size.at + size.bytes - 8));
  return Number.parseInt(block.toString("latin1", size.at, size.at + size.bytes), 8);
}

/** The sum of all bytes, with the checksum's own counted as spaces. */
function checksumOf(block: Buffer): string {
  let sum = checksum.bytes * 0x20;
  for (let i = 0; i < blockBytes; i++) {
    if (i < checksum.at || i >= checksum.at + checksum.bytes) sum += block[i]!;
  }
  return `${sum.toString(8).padStart(6, "0")}\0 `;
}
