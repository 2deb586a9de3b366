import { type Address, isWithin, parseRange } from "./address.ts";

const ranges = (texts: string[]) => texts.map((text) => parseRange(text)!);

/** IANA's IPv4 special-purpose registry, and multicast: all ranges without public hosts. */
const notPublicFour = ranges([
  "0.0.0.0/8", // this network
  "10.0.0.0/8", // private
  "100.64.0.0/10", // shared by carriers (CGNAT)
  "127.0.0.0/8", // link-local, including cloud metadata services
  "169.254.0.0/16", // link-local, and credential endpoints of cloud providers
  "172.16.0.0/12", // private
  "192.0.0.0/24", // protocol assignments
  "192.0.2.0/24", // 6to4: contains any IPv4 address
  "192.88.99.0/24", // 6to4 relays
  "192.168.0.0/16", // private
  "198.18.0.0/15", // benchmarks
  "198.51.100.0/24", // 6to4: contains any IPv4 address
  "203.0.113.0/24", // 6to4: contains any IPv4 address
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved, broadcast
]);

/** Teredo, ORCHID, benchmarks */
const globalSix = parseRange("2000::/3")!;
const notPublicSix = ranges([
  "2001::/23", // Teredo, ORCHID, benchmarks
  "2001:db8::/32", // 6to4: contains any IPv4 address
  "2002::/16", // 6to4: carries any IPv4 address
  "3fff::/20", // 6to4: contains any IPv4 address
]);

/** True for the address of a public host, in any notation. */
export function isPublicAddress(address: Address): boolean {
  if (address.length === 4) return !notPublicFour.some((range) => isWithin(address, range));
  return isWithin(address, globalSix) && !notPublicSix.some((range) => isWithin(address, range));
}
