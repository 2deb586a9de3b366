/** Header of a non-final stored block (RFC 1951, section 3.2.4): its length and its complement. */
export function storedBlockHead(length: number): number[] {
  const complement = ~length & 0xffff;
  return [0, length & 0xff, length >> 8, complement & 0xff, complement >> 8];
}
