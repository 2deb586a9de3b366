import type { FromWorker } from "#server/digest/intake/wire.ts";
import type { Reply } from "#server/ingest/request.ts";

type Replies = Extract<FromWorker, { kind: "replies" }>["replies"];

/**
 * Replies that become due in one turn of the event loop, one group commit's mostly, go back in one
 * message: each message costs the other thread more than writing the answer.
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
