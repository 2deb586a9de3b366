import type { FromWorker } from "#server/digest/intake/wire.ts";
import type { Reply } from "#server/ingest/request.ts";

type Replies = Extract<FromWorker, { kind: "replies" }>["replies"];

/**
 * Replies that become ready in one event-loop turn, usually one group commit, are sent in one
 * message: a message costs the other thread more than writing the response.
 */
export function replyOutbox(
  say: (message: FromWorker) => void,
): (id: number, reply: Reply) => void {
  let due: Replies = [];
  const flush = () => {
    say({ kind: "replies", replies: due });
    due = [];
  };
  return (id, reply) => {
    if (due.push({ id, reply }) === 1) setImmediate(flush);
  };
}
