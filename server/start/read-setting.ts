import { parseRange } from "#server/domain/net/address.ts";

/** A message for the operator that names the variable. The server doesn't start. */
export class ConfigError extends Error {
  readonly code = "bad-config";
}

export function readPort(value: string | undefined): number {
  if (!value) return 3000;
  if (/^\d{1,5}$/.test(value.trim()) && Number(value) <= 65_535) return Number(value);
  throw new ConfigError(`PORT is “${value}”. Use a number from 0 to 65535.`);
}

export function readAmount(name: string, value: string | undefined, otherwise: number): number {
  if (!value) return otherwise;
  const amount = Number(value);
  if (Number.isInteger(amount) && amount > 0) return amount;
  throw new ConfigError(`${name} is “${value}”. Use a whole number above 0.`);
}

/**
 * Without a final slash. URLs appear in links and are requested by others, so passwords and queries
 * are rejected.
 */
export function readUrl(name: string, value: string | undefined): string | undefined {
  if (!value) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.username || url?.password)
    throw new ConfigError(`${name} contains a user name or password. Use a URL without them.`);
  if (url && /^https?:$/.test(url.protocol) && !/[\s?#]/.test(value.trim()))
    return value.trim().replace(/\/+$/, "");
  throw new ConfigError(`${name} is “${value}”. Use a URL like https://spoor.example.com.`);
}

/**
 * The driver parses the rest of the address: several hosts, `sslmode`, and so on. It may contain a
 * password and is not printed.
 */
export function readDatabaseUrl(value: string | undefined): string | undefined {
  if (!value) return undefined;
  const authority = /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?([^/?#@]+)/.exec(value)?.[1];
  if (authority?.split(",").every((host) => URL.canParse(`http://${host}/`))) return value;
  throw new ConfigError(
    "DATABASE_URL is invalid. Use a URL like postgres://spoor:password@db.example.com:5432/spoor.",
  );
}

/** Named ranges in Express. */
const namedRanges = ["loopback", "linklocal", "uniquelocal"];

/** A bare number counts hops. As a string, Express would parse it as an address. */
export function readTrustProxy(value: string | undefined): string | number | undefined {
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const wrong = value.split(",").find((each) => !isTrusted(each.trim()));
  if (wrong === undefined) return value;
  const taken = "IP addresses, ranges like 10.0.0.0/8, loopback, or the number of proxies";
  throw new ConfigError(`SPOOR_TRUST_PROXY has the invalid entry “${wrong.trim()}”. Use ${taken}.`);
}

function isTrusted(name: string): boolean {
  const [address = "", mask] = name.split("/", 2);
  const isMask = mask !== undefined && mask.includes(".") && parseRange(mask) !== undefined;
  return namedRanges.includes(name) || parseRange(isMask ? address : name) !== undefined;
}
