import { type Address, type AddressRange, isWithin, parseAddress, parseRange } from "./address.ts";
import { isPublicAddress } from "./public-address.ts";

/** Private hosts and ranges that Spoor may call (`SPOOR_ALLOW_PRIVATE`). */
export type AllowedPrivate = { hosts: readonly string[]; ranges: readonly AddressRange[] };

export const noPrivateAddresses: AllowedPrivate = { hosts: [], ranges: [] };

const hostName = /^(?:\*\.)?[a-z\d](?:[a-z\d.-]*[a-z\d])?$/;

/**
 * Parses `10.0.0.0/8, hooks.internal, *.corp.example`; returns the invalid word if there is one.
 */
export function parseAllowedPrivate(text: string): AllowedPrivate | { wrong: string } {
  const hosts: string[] = [];
  const ranges: AddressRange[] = [];
  for (const word of text.split(/[\s,]+/).filter((each) => each !== "")) {
    const range = parseRange(word);
    const host = word.toLowerCase();
    if (range) ranges.push(range);
    else if (hostName.test(host)) hosts.push(host);
    else return { wrong: word };
  }
  return { hosts, ranges };
}

/** Whether this address may be called under this host name. */
export function mayCallAddress(address: Address, host: string, allowed: AllowedPrivate): boolean {
  return (
    isPublicAddress(address) ||
    isAllowedHost(host, allowed) ||
    allowed.ranges.some((range) => isWithin(address, range))
  );
}

/**
 * Why a URL may not be called, judged by its text; undefined if it may. Host names are resolved
 * when called (`server/outgoing`), never here.
 */
export function outgoingUrlFault(text: string, allowed: AllowedPrivate): string | undefined {
  if (!URL.canParse(text)) return "Enter a full URL, like https://hooks.example.com/spoor.";
  const { protocol, username, password, hostname } = new URL(text);
  if (protocol !== "https:" && protocol !== "http:")
    return "Enter a URL that starts with https:// or http://.";
  if (username || password) return "Remove the user name and password from the URL.";
  const address = parseAddress(hostname.replace(/^\[|\]$/g, ""));
  const isCallable = address
    ? mayCallAddress(address, hostname, allowed)
    : !isLocalName(hostname) || isAllowedHost(hostname, allowed);
  return isCallable
    ? undefined
    : "This is a private network address. Your administrator can allow it with SPOOR_ALLOW_PRIVATE.";
}

// RFC 6761 and 6762: never public names.
const isLocalName = (host: string) => /(?:^|\.)(?:localhost|local|internal)\.?$/.test(host);

function isAllowedHost(host: string, { hosts }: AllowedPrivate): boolean {
  const name = host.toLowerCase().replace(/\.$/, "");
  return hosts.some((each) =>
    each.startsWith("*.") ? name.endsWith(each.slice(1)) : name === each,
  );
}
