/** An IP address: 4 or 16 bytes, most significant first. */
export type Address = readonly number[];

/**
 * Parses canonical forms from resolvers and `URL` (decimal quads, hexadecimal groups, a quad at the
 * end of IPv6); undefined for others. Octal, hexadecimal, and short quads are rejected: `new URL`
 * has normalized them.
 */
export function parseAddress(text: string): Address | undefined {
  return text.includes(":") ? parseSix(text) : parseFour(text);
}

function parseFour(text: string): Address | undefined {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part)))
    return undefined;
  const bytes = parts.map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes : undefined;
}

function parseSix(text: string): Address | undefined {
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map(bytesOfGroups);
  if (!head || (halves.length === 2 && !tail)) return undefined;
  if (halves.length === 1) return head.length === 16 ? head : undefined;
  const missing = 16 - head.length - tail!.length;
  return missing < 2 ? undefined : [...head, ...Array<number>(missing).fill(0), ...tail!];
}

function bytesOfGroups(text: string): number[] | undefined {
  if (text === "") return [];
  const groups = text.split(":");
  const bytes: number[] = [];
  for (const [index, group] of groups.entries()) {
    const four = index === groups.length - 1 && group.includes(".") ? parseFour(group) : undefined;
    if (four) bytes.push(...four);
    else if (/^[\da-f]{1,4}$/i.test(group))
      bytes.push(parseInt(group, 16) >> 8, parseInt(group, 16) & 0xff);
    else return undefined;
  }
  return bytes;
}

/** A range of addresses with the same first `bits`. */
export type AddressRange = { address: Address; bits: number };

/** `10.0.0.0/8`, `fd00::/8`, or one address; undefined for others. */
export function parseRange(text: string): AddressRange | undefined {
  const [start = "", length] = text.split("/", 2);
  const address = parseAddress(start.replace(/^\[|\]$/g, ""));
  if (!address) return undefined;
  const most = address.length * 8;
  if (length === undefined) return { address, bits: most };
  return /^\d{1,3}$/.test(length) && Number(length) <= most
    ? { address, bits: Number(length) }
    : undefined;
}

export function isWithin(address: Address, range: AddressRange): boolean {
  if (address.length !== range.address.length) return false;
  for (let index = 0, bits = range.bits; bits > 0; index++, bits -= 8) {
    const mask = bits >= 8 ? 0xff : (0xff << (8 - bits)) & 0xff;
    if ((address[index]! & mask) !== (range.address[index]! & mask)) return false;
  }
  return true;
}
