import type { Problem } from "#server/domain/problem.ts";
import type { Admitted, CountedItem, IngestRequest, Limited, Reply } from "#server/ingest/request.ts";
import type { Unread } from "#server/ingest/unread.ts";
import type { Log } from "#server/log.ts";
import type { KeyUses } from "./key-uses.ts";
import { heldFilesMaxBytes } from "./new-attachment.ts";
import type { DigestQueue } from "./queue.ts";
import type { RecordHead } from "./record.ts";
import type { Rush } from "./rush.ts";
import type { Spool } from "./spool.ts";
import type { Tally } from "./tally.ts";
import type { Understanding } from "./understanding.ts";

/** From the door to "safe": admit, write to the spool, answer. What it takes to be *true* follows in the queue. */
export type Intake = { receive(request: IngestRequest): Promise<Reply> };

export type IntakeParts = {
  /** Lets in by the key alone what can be (`ingest/unread.ts`). */
  admitUnread: (request: IngestRequest) => Promise<Unread | undefined>;
  admit: (request: IngestRequest) => Promise<Admitted | Reply>;
  /** Which of its categories are over a limit now. */
  limit: (admitted: Admitted) => Promise<Limited[]>;
  /** The request without these; a refusal where nothing else was in it. */
  withoutLimited: (admitted: Admitted, limited: Limited[]) => Admitted | Reply;
  /** What the ledger says of a request for which there is no room. */
  allLost: (admitted: Admitted, reason: string) => CountedItem[];
  understand: (admitted: Admitted) => Understanding;
  spool: Spool;
  queue: DigestQueue;
  rush: Rush;
  /** Counts what is refused from senders that are known. */
  tally: Tally;
  uses: KeyUses;
  log: Log;
};

/** Beyond this many bytes waiting on disk, nothing more is accepted until the digest has caught up. */
const waitingBytesMax = 2 * 1024 * 1024 * 1024;

export function createIntake({ admit, limit, withoutLimited, ...parts }: IntakeParts): Intake {
  const { tally, uses, queue, rush } = parts;

  function refused(reply: Reply, { receivedAt }: IngestRequest): Reply {
    if (reply.refused) tally.count(reply.refused, receivedAt);
    return reply;
  }

  return {
    async receive(request) {
      rush.enter();
      try {
        // Those that came in one message are all counted before the first is looked at.
        await undefined;
        return await receiveOne(request);
      } finally {
        rush.leave();
      }
    },
  };

  async function receiveOne(request: IngestRequest): Promise<Reply> {
    const unread = rush.isOn() || queue.isBehind() ? await parts.admitUnread(request) : undefined;
    if (unread) return keepUnread(parts, request, unread);
    const whole = await admit(request);
    if ("status" in whole) return refused(whole, request);
    uses.note(whole.sender.key.publicKey, request.receivedAt);
    const limited = await limit(whole);
    const admitted = withoutLimited(whole, limited);
    if ("status" in admitted) return refused(admitted, request);
    if (queue.waitingBytes() > waitingBytesMax) return turnAway(parts, admitted, "the queue is full", 30);
    return keep(parts, request, admitted, limited);
  }
}

type KeepParts = Omit<IntakeParts, "admit" | "limit" | "withoutLimited">;

async function keep(parts: KeepParts, request: IngestRequest, admitted: Admitted, limited: Limited[]): Promise<Reply> {
  const { understand, spool, queue, log } = parts;
  try {
    const writing = spool.append({ head: headOf(request, admitted, limited), body: request.body });
    // While the disk works, so does the processor: what is parsed already is understood before it is let go.
    const understanding = queue.hasRoom() && isLight(admitted) ? understand(admitted) : undefined;
    queue.push(await writing, understanding);
    return admitted.reply;
  } catch (error) {
    log("error", "A request could not be written to disk and was refused.", { error });
    return turnAway(parts, admitted, "the disk takes no more", 60);
  }
}

/** Safe first: whoever has to be understood besides takes ten times as long (BUDGETS), and the queue is long already. */
async function keepUnread(parts: KeepParts, request: IngestRequest, { sender, reply, refuse }: Unread): Promise<Reply> {
  const { spool, queue, tally, uses, log } = parts;
  const { key, project } = sender;
  const { body, ...head } = request;
  const lose = (cause: string, retryAfterS: number) => {
    const item = { kind: "counted", outcome: "limited", category: "request", reason: cause, quantity: 1 } as const;
    tally.count({ projectId: project.id, items: [item] }, request.receivedAt);
    return refuse ? refuse(fullness(cause, retryAfterS)) : unavailable(cause, retryAfterS);
  };
  if (queue.waitingBytes() > waitingBytesMax) return lose("the queue is full", 30);
  uses.note(key.publicKey, request.receivedAt);
  try {
    queue.push(await spool.append({ head: { projectId: project.id, ...head }, body }));
    return reply;
  } catch (error) {
    log("error", "A request could not be written to disk and was refused.", { error });
    return lose("the disk takes no more", 60);
  }
}

/** Large files stay on disk until it is their turn: a handful of them would fill the memory. */
function isLight({ items }: Admitted): boolean {
  let bytes = 0;
  for (const item of items) if (item.kind === "attachment") bytes += item.file.bytes.byteLength;
  return bytes <= heldFilesMaxBytes;
}

function headOf(request: IngestRequest, { projectId }: Admitted, limited: Limited[]): RecordHead {
  const { body: _body, ...head } = request;
  return { projectId, ...head, ...(limited.length > 0 && { limited }) };
}

/** Counted, and in the form the client reads: an OTLP exporter is answered in its own encoding. */
function turnAway({ tally, allLost }: KeepParts, admitted: Admitted, cause: string, retryAfterS: number): Reply {
  const { refuse, projectId, receipt } = admitted;
  tally.count({ projectId, items: allLost(admitted, cause) }, receipt.receivedAt);
  return refuse ? refuse(fullness(cause, retryAfterS)) : unavailable(cause, retryAfterS);
}

/** What is answered when nothing more can be kept (SPEC section 8). What was accepted before stays safe. */
export function unavailable(cause: string, retryAfterS: number): Reply {
  const { detail, causes } = fullness(cause, retryAfterS);
  return {
    status: 503,
    headers: { "content-type": "application/json", "retry-after": String(retryAfterS), "x-sentry-error": cause },
    body: JSON.stringify({ detail, causes }),
  };
}

function fullness(cause: string, retryAfterS: number): Problem {
  const detail = `Spoor cannot keep more events just now: ${cause}. Nothing that was accepted is lost.`;
  return { problem: "unavailable", detail, causes: [cause], retryAfterS };
}
