/** A value of a row as stored by SQLite. */
export type Value = number | string | null | Buffer;

/** The number at `at`, and its end. Numbers above 2^53 are no IDs of ours, and are rounded. */
export function varint(bytes: Buffer, at: number): [value: number, end: number] {
  let value = 0;
  for (let n = 0; n < 8; n++) {
    const byte = bytes[at + n] ?? 0;
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return [value, at + n + 1];
  }
  return [value * 256 + (bytes[at + 8] ?? 0), at + 9];
}

/**
 * The values of a record; undefined if the bytes are no record. A last text or blob may be
 * truncated, which invalidates the row.
 */
export function decodeRecord(payload: Buffer): Value[] | undefined {
  const [headerBytes, first] = varint(payload, 0);
  if (headerBytes < 1 || headerBytes > payload.length) return undefined;
  const types: number[] = [];
  for (let at = first; at < headerBytes;) {
    const [type, end] = varint(payload, at);
    types.push(type);
    at = end;
  }
  const values: Value[] = [];
  let at = headerBytes;
  for (const type of types) {
    const bytes = bytesOf(type);
    if (bytes === undefined || (at + bytes > payload.length && type < 12)) return undefined;
    values.push(valueOf(payload, at, type));
    at += bytes;
  }
  return values;
}

const fixedBytes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

function bytesOf(type: number): number | undefined {
  return type < 12 ? fixedBytes[type] : (type - (type % 2 === 0 ? 12 : 13)) / 2;
}

function valueOf(payload: Buffer, at: number, type: number): Value {
  if (type === 0) return null;
  if (type === 7) return payload.readDoubleBE(at);
  if (type === 8 || type === 9) return type - 8;
  if (type === 6) return Number(payload.readBigInt64BE(at));
  if (type < 7) return payload.readIntBE(at, fixedBytes[type]!);
  const bytes = payload.subarray(at, at + bytesOf(type)!);
  return type % 2 === 0 ? bytes : bytes.toString("utf8");
}
