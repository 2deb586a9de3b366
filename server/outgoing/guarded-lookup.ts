import { lookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { callbackify } from "node:util";
import { parseAddress } from "#server/domain/net/address.ts";
import { type AllowedPrivate, mayCallAddress } from "#server/domain/net/allowed-private.ts";

type Resolved = { address: string; family: number };

/** All addresses of a name, as the resolver gives them. */
export type Resolve = (host: string) => Promise<Resolved[]>;

export const resolveBySystem: Resolve = (host) => lookup(host, { all: true });

/** The code of the error with which a connection ends whose name leads inside a network. */
export const privateAddressCode = "ERR_PRIVATE_ADDRESS";

/**
 * The lookup that sockets use: what it lets through is what is connected to, so that a name which
 * changes its address between a check and the call (DNS rebinding) gains nothing. One private
 * address among several refuses the name.
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
      // `all` is how sockets ask that try both families at once.
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
