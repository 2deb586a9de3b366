import type { Task } from "./connection-pool.ts";
import { type Connection, type ConnectionOptions, openConnection } from "./connection.ts";
import { codeOf, isLostConnection, noTlsCode, readOnlyState } from "./lost.ts";
import { asksForTls, offersTls } from "./tls-offer.ts";

/** protocol_violation, with which PgBouncer rejects settings in the startup message. */
const protocolViolation = "08P01";

/**
 * The batches' connection is kept longer: planning its statements again costs the database 40 ms, as much as 160 events.
 */
const idleSecondsOf = { statement: 60, transaction: 60, batch: 600 } satisfies Record<Task, number>;

/**
 * Connects to the host that accepts writes. The driver tries hosts in order and stops at the first
 * that responds, which may be a replica; the next connection then starts with the host after it.
 */
export function connector(url: string, statementMs: number): (task: Task) => Connection {
  let first = 0;
  let settings: ConnectionOptions["settings"] = "at-start";

  async function learn(error: unknown, begunWith: number): Promise<never> {
    if (codeOf(error) === readOnlyState && first === begunWith) first += 1;
    if (codeOf(error) === protocolViolation) settings = "later";
    if (isLostConnection(error) && asksForTls(url) && (await offersTls(url)) === false)
      throw Object.assign(new Error("The server does not support TLS."), {
        code: noTlsCode,
        cause: error,
      });
    throw error;
  }

  return (task) => {
    const begunWith = first;
    const idleSeconds = idleSecondsOf[task];
    const hosts = rotatedHosts(url, begunWith);
    const connection = openConnection({ url: hosts, statementMs, settings, idleSeconds });
    let learned: Promise<void> | undefined;
    const ready = () =>
      (learned ??= connection.ready().catch((error: unknown) => learn(error, begunWith)));
    return { ...connection, ready };
  };
}

/** The same URL with its hosts rotated. */
function rotatedHosts(url: string, by: number): string {
  const [, before = "", hosts = "", after = ""] =
    /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  const list = hosts.split(",");
  const at = by % list.length;
  return before + [...list.slice(at), ...list.slice(0, at)].join(",") + after;
}
