import { parseAddress } from "#server/domain/net/address.ts";

const mappedPrefix = [...Array<number>(10).fill(0), 0xff, 0xff];

/**
 * What counts as one place on the network: an IPv4 address, or the /64 that an IPv6 address is in,
 * since its owner has one of these addresses has all 2⁶⁴ of them. What is no address counts as it
 * is.
 */
export function addressBlock(text: string): string {
  const address = parseAddress(text.replace(/%.*$/, ""));
  if (!address || address.length === 4) return text;
  if (mappedPrefix.every((byte, index) => address[index] === byte))
    return address.slice(12).join(".");
  const network = address.slice(0, 8).map((byte) => byte.toString(16).padStart(2, "0"));
  return `${network.join("")}/64`;
}
