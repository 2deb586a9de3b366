import { parseAddress } from "#server/domain/net/address.ts";

const mappedPrefix = [...Array<number>(10).fill(0), 0xff, 0xff];

/**
 * One place on the network: an IPv4 address, or the /64 of an IPv6 address, because the owner of
 * one of these has all 2⁶⁴. Text that is not an address counts as it is.
 */
export function addressBlock(text: string): string {
  const address = parseAddress(text.replace(/%.*$/, ""));
  if (!address || address.length === 4) return text;
  if (mappedPrefix.every((byte, index) => address[index] === byte))
    return address.slice(12).join(".");
  const network = address.slice(0, 8).map((byte) => byte.toString(16).padStart(2, "0"));
  return `${network.join("")}/64`;
}
