import { lookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { callbackify } from "node:util";
import { parseAddress } from "#server/domain/net/address.ts";
import { type AllowedPrivate, mayCallAddress } from "#server/domain/net/allowed-private.ts";

type Resolved = { address: string; family: number };

/** All addresses of a name, as resolved. */
export type Resolve = (host: string) => Promise<Resolved[]>;

export const resolveBySystem: Resolve = (host) => lookup(host, { all: true });

/** Error code of a connection to a name with a private address. */
export const privateAddressCode = "ERR_PRIVATE_ADDRESS";

/**
 * The lookup used by sockets. They connect only to addresses it returns, so a name that changes its
 * address between check and connection (DNS rebinding) is harmless. One private address among
 * several rejects the name.
 */
export function guardedLookup(resolve: Resolve, allowed: AllowedPrivate): LookupFunction {
  const resolveChecked = callbackify(async (host: string): Promise<Resolved[]> => {
    const found = await resolve(host);
    if (found.length === 0 || !found.every(({ address }) => mayReach(address, host, allowed)))
      throw refusal(host);
    return found;
  });
  return (host, { all, family }, callback) => {
    resolveChecked(host, (error, found) => {
      if (error) return callback(error, "", 0);
      const wanted = found.filter((each) => !family || each.family === Number(family));
      const [first] = wanted.length > 0 ? wanted : found;
      // Sockets that try both families at once set `all`.
      if (all) callback(null, found);
      else callback(null, first!.address, first!.family);
    });
  };
}

function mayReach(text: string, host: string, allowed: AllowedPrivate): boolean {
  const address = parseAddress(text);
  return address !== undefined && mayCallAddress(address, host, allowed);
}

function refusal(host: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${host} resolves to a private network address`), {
    code: privateAddressCode,
  });
}
