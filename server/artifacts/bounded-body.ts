export type ByteStream = AsyncIterable<Uint8Array>;

/**
 * The complete body; undefined if it is longer than `most` bytes, regardless of its declared
 * length. A longer body is read and dropped up to `patience` bytes: a browser doesn't show the
 * response to an unfinished request.
 */
export async function boundedBody(
  body: ByteStream | null,
  announced: string | null,
  most: number,
  patience = 1 << 30,
): Promise<Uint8Array | undefined> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.byteLength;
    if (size > patience) return undefined;
    if (size <= most && !(Number(announced) > most)) parts.push(part);
    else parts = [];
  }
  return size > most ? undefined : Buffer.concat(parts);
}
