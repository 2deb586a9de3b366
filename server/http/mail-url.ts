import type { Request } from "express";

/** What is looked at of a request. */
type Arrival = {
  protocol: string;
  host: string | undefined;
  /** Where the connection came in: what the network says, not the request. */
  localAddress: string | undefined;
  localPort: number | undefined;
};

/**
 * What links in emails may begin with; undefined: nothing that could be trusted. The Host header is
 * whatever its sender writes: with `Host: evil.example` a stranger would have Spoor email a person
 * a link to a new password that leads there. So it is `SPOOR_URL`; without that the request's own
 * origin, when its Host names the very address and port at which the connection came in. A proxy's
 * own host never counts.
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
