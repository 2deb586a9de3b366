export type ByteStream = AsyncIterable<Uint8Array>;

/**
 * The body, whole; undefined when it is longer than `most` bytes, whatever it announced. What is announced to be too long is
 * not read at all.
 */
export async function boundedBody(
  body: ByteStream | null,
  announced: string | null,
  most: number,
): Promise<Uint8Array | undefined> {
  if (Number(announced) > most) return undefined;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.byteLength;
    if (size > most) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
