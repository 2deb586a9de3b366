export type ByteStream = AsyncIterable<Uint8Array>;

/**
 * The body, whole; undefined when it is longer than `most` bytes, whatever it announced. What is
 * too long is not kept but read on, up to `patience` bytes: a browser shows no answer to a request
 * that it could not finish.
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
