import { readFileSync } from "node:fs";
import { parseAddress } from "#server/domain/net/address.ts";
import { isPublicAddress } from "#server/domain/net/public-address.ts";

export type ConnectionBounds = { all: number; perAddress: number };

/** An idle connection takes about 10 KiB: 80 MiB in total. */
const mostConnections = 8_192;

/**
 * Databases, the spool, source maps, and outgoing requests: 40 days of three files each, in several
 * threads.
 */
const mostReserved = 768;

/**
 * The maximum number of connections. Each is an open file, and the spool and databases need files,
 * too: they reserve half of a small limit and 768 of a large one.
 */
export function connectionBounds(
  wanted: { connections?: number; connectionsPerAddress?: number },
  openFiles: number,
): ConnectionBounds {
  const room = Math.max(8, openFiles - Math.min(mostReserved, Math.ceil(openFiles / 2)));
  const all = Math.min(wanted.connections ?? mostConnections, room);
  // A quarter, but at least what a browser page and a busy office need, and never all.
  const perAddress = Math.min(Math.ceil(all / 2), Math.max(64, Math.ceil(all / 4)));
  return { all, perAddress: Math.min(all, wanted.connectionsPerAddress ?? perAddress) };
}

/**
 * The current limit of this process (Node raises the soft limit to the hard one); Infinity if
 * unknown.
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

/** Private addresses are exempt: they belong to a proxy or neighbor shared by many users. */
export function isBounded(address: string): boolean {
  const parsed = parseAddress(address.replace(/^::ffff:(?=\d+\.)/i, ""));
  return parsed !== undefined && isPublicAddress(parsed);
}
