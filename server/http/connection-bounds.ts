import { readFileSync } from "node:fs";
import { parseAddress } from "#server/domain/net/address.ts";
import { isPublicAddress } from "#server/domain/net/public-address.ts";

export type ConnectionBounds = { all: number; perAddress: number };

/** Idle connections take some 10 KiB each: 80 MiB. */
const mostConnections = 8_192;

/**
 * Databases, the spool, source maps and outgoing calls: 40 day files of three files each, in
 * several threads.
 */
const mostReserved = 768;

/**
 * How many connections there may be. Each is an open file, and the spool and the databases need
 * files, too: they keep the half of a small limit, and 768 of a larger one.
 */
export function connectionBounds(
  wanted: { connections?: number; connectionsPerAddress?: number },
  openFiles: number,
): ConnectionBounds {
  const room = Math.max(8, openFiles - Math.min(mostReserved, Math.ceil(openFiles / 2)));
  const all = Math.min(wanted.connections ?? mostConnections, room);
  // One of four, but what one page of a browser and a busy office need; never all.
  const perAddress = Math.min(Math.ceil(all / 2), Math.max(64, Math.ceil(all / 4)));
  return { all, perAddress: Math.min(all, wanted.connectionsPerAddress ?? perAddress) };
}

/**
 * The limit that the process itself has by now (Node raises the soft one to the hard one); Infinity
 * where the system does not tell.
 */
export function readOpenFileLimit(): number {
  try {
    const line = /^Max open files\s+(\d+|unlimited)/m.exec(
      readFileSync("/proc/self/limits", "utf8"),
    );
    return line?.[1] === undefined || line[1] === "unlimited" ? Infinity : Number(line[1]);
  } catch {
    return Infinity;
  }
}

/** Inside the network an address is a proxy's or a neighbor's, and many users share it. */
export function isBounded(address: string): boolean {
  const parsed = parseAddress(address.replace(/^::ffff:(?=\d+\.)/i, ""));
  return parsed !== undefined && isPublicAddress(parsed);
}
