import type { Request } from "express";

/** The parts of a request that are checked. */
type Arrival = {
  protocol: string;
  host: string | undefined;
  /** The local address of the connection, from the network and not the request. */
  localAddress: string | undefined;
  localPort: number | undefined;
};

/**
 * Base URL of links in emails; undefined: no trustworthy one. The Host header is controlled by the
 * client: with `Host: evil.example`, a stranger could have Spoor email a password-reset link that
 * leads there. So this is `SPOOR_URL`, or else the request's origin if its Host matches the exact
 * address and port of the connection. A proxy's host is never used.
 */
export function mailUrlOf(
  arrival: Arrival,
  basePath: string,
  publicUrl?: string,
): string | undefined {
  if (publicUrl !== undefined) return publicUrl;
  return isWhereItCameIn(arrival) ? `${arrival.protocol}://${arrival.host}${basePath}` : undefined;
}

export function arrivalOf({ protocol, headers, socket }: Request): Arrival {
  return {
    protocol,
    host: headers.host,
    localAddress: socket.localAddress,
    localPort: socket.localPort,
  };
}

function isWhereItCameIn({ protocol, host, localAddress, localPort }: Arrival): boolean {
  const origin = `${protocol}://${host}`;
  if (host === undefined || localAddress === undefined || !URL.canParse(origin)) return false;
  const { hostname, port, pathname, username } = new URL(origin);
  const address = localAddress.replace(/^::ffff:(?=\d+\.)/i, "").toLowerCase();
  const isLoopback = address === "::1" || address.startsWith("127.");
  const named = hostname.replace(/^\[|\]$/g, "");
  const sameHost = named === address || (isLoopback && named === "localhost");
  const samePort = Number(port || (protocol === "https" ? 443 : 80)) === localPort;
  return sameHost && samePort && pathname === "/" && username === "";
}
