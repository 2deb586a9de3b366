import { diskCauseOf } from "#server/domain/health/disk-cause.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { KnownSender } from "#server/ingest/known-sender.ts";
import type {
  Admitted,
  CountedItem,
  IngestRequest,
  Limited,
  Reply,
} from "#server/ingest/request.ts";
import type { Unread } from "#server/ingest/unread.ts";
import type { KeyUses } from "./key-uses.ts";
import { heldFilesMaxBytes } from "#server/digest/events/new-attachment.ts";
import type { DigestQueue } from "#server/digest/queue/queue.ts";
import type { RecordHead, SpoolRecord } from "#server/digest/spool/record.ts";
import { type Refusal, refuseWith } from "./refusal.ts";
import type { BurstMode } from "./burst-mode.ts";
import type { Spool, SpoolEntry } from "#server/digest/spool/spool.ts";
import type { Tally } from "#server/digest/names/tally.ts";
import type { Troubles } from "./troubles.ts";
import type { Understanding } from "#server/digest/understanding.ts";

/** Accepts a request: admit, write to the spool, acknowledge. Storing follows in the queue. */
export type Intake = { receive(request: IngestRequest): Promise<Reply> };

type IntakeDeps = {
  /** Identifies the sender of a request that is refused unread (`ingest/known-sender.ts`). */
  knownSender: (request: IngestRequest) => Promise<KnownSender | undefined>;
  /** Admits a request by its key without reading the body, if possible (`ingest/unread.ts`). */
  admitUnread: (request: IngestRequest) => Promise<Unread | undefined>;
  admit: (request: IngestRequest) => Promise<Admitted | Reply>;
  /** Categories of the request that are over a limit. */
  limit: (admitted: Admitted) => Promise<Limited[]>;
  /** The request without these categories; a refusal if nothing is left. */
  withoutLimited: (admitted: Admitted, limited: Limited[]) => Admitted | Reply;
  /** The outcome of a request that cannot be queued. */
  allLost: (admitted: Admitted, reason: string) => CountedItem[];
  understand: (admitted: Admitted) => Understanding;
  spool: Spool;
  queue: DigestQueue;
  rush: BurstMode;
  /** Counts refusals of known senders. */
  tally: Tally;
  uses: KeyUses;
  troubles: Troubles;
  /** Called when the body of a request is no longer needed. */
  letGo: (request: IngestRequest) => void;
  /** Called for each refusal, for `/metrics`. */
  onRefusal: (refusal: Refusal) => void;
};

export function createIntake({ admit, limit, withoutLimited, ...deps }: IntakeDeps): Intake {
  const { tally, uses, queue, rush } = deps;

  function refused(reply: Reply, { receivedAt }: IngestRequest): Reply {
    if (reply.refused) tally.count(reply.refused, receivedAt);
    return reply;
  }

  return {
    async receive(request) {
      rush.enter();
      try {
        // Counts all requests of a message before processing the first.
        await Promise.resolve();
        return await receiveOne(request);
      } finally {
        rush.leave();
      }
    },
  };

  async function receiveOne(request: IngestRequest): Promise<Reply> {
    const known = queue.figures().full ? await deps.knownSender(request) : undefined;
    const refusal = known && refusalOf(queue, known.sender.project.id);
    if (refusal) return turnAwayUnread(deps, request, known, refusal);
    const unread = rush.isOn() || queue.isBehind() ? await deps.admitUnread(request) : undefined;
    if (unread) return keepUnread(deps, request, unread);
    const whole = await admit(request);
    if ("status" in whole) return refused(whole, request);
    uses.note(whole.sender.key.publicKey, request.receivedAt);
    const limited = await limit(whole);
    const admitted = withoutLimited(whole, limited);
    if ("status" in admitted) return refused(admitted, request);
    const late = refusalOf(queue, admitted.projectId);
    return late ? turnAway(deps, admitted, late) : keep(deps, request, admitted, limited);
  }
}

type KeepDeps = Omit<IntakeDeps, "admit" | "limit" | "withoutLimited">;

/**
 * Reported once, and ended by `watch-disk.ts`: one small request that fits does not mean that the
 * disk has room.
 */
const diskRefusal: Refusal = { reason: "can't write to disk", retryAfterS: 60 };

function refusalOf(queue: DigestQueue, projectId: ProjectId): Refusal | undefined {
  const { admission, retryAfterS } = queue.admission(projectId);
  if (admission === "accept") return undefined;
  return {
    reason: admission === "full" ? "the queue is full" : "more than its share",
    retryAfterS,
  };
}

async function keep(
  deps: KeepDeps,
  request: IngestRequest,
  admitted: Admitted,
  limited: Limited[],
): Promise<Reply> {
  const { understand, queue } = deps;
  const writing = write(deps, { head: headOf(request, admitted, limited), body: request.body });
  // Processes the parsed request while the disk writes.
  const understanding = queue.hasRoom() && isLight(admitted) ? understand(admitted) : undefined;
  const entry = await writing;
  if (!entry) return turnAway(deps, admitted, diskRefusal);
  queue.push(entry, understanding);
  return admitted.reply;
}

/**
 * Storing has priority: processing takes ten times as long (BUDGETS), and the queue is already
 * long.
 */
async function keepUnread(deps: KeepDeps, request: IngestRequest, unread: Unread): Promise<Reply> {
  const { queue, uses } = deps;
  const { key, project } = unread.sender;
  const { body, ...head } = request;
  uses.note(key.publicKey, request.receivedAt);
  const entry = await write(deps, { head: { projectId: project.id, ...head }, body }, true);
  deps.letGo(request);
  if (!entry) return turnAwayUnread(deps, request, unread, diskRefusal);
  queue.push(entry);
  return unread.reply;
}

/** Undefined if the disk write fails. */
async function write(
  { spool, troubles }: KeepDeps,
  record: SpoolRecord,
  inRush = false,
): Promise<SpoolEntry | undefined> {
  try {
    return await spool.append(record, inRush);
  } catch (error) {
    troubles.begin({ kind: "spool-refused", cause: diskCauseOf(error) ?? "other" }, error);
    return undefined;
  }
}

/** Large files stay on disk until their turn, because a few of them would fill memory. */
function isLight({ items }: Admitted): boolean {
  let bytes = 0;
  for (const item of items) if (item.kind === "attachment") bytes += item.file.bytes.byteLength;
  return bytes <= heldFilesMaxBytes;
}

function headOf(request: IngestRequest, { projectId }: Admitted, limited: Limited[]): RecordHead {
  const { body: _body, ...head } = request;
  return { projectId, ...head, ...(limited.length > 0 && { limited }) };
}

/** Counts the refusal, and encodes it for the client: an OTLP exporter gets its own encoding. */
function turnAway(
  { tally, allLost, onRefusal }: KeepDeps,
  admitted: Admitted,
  refusal: Refusal,
): Reply {
  const { refuse, projectId, receipt } = admitted;
  tally.count({ projectId, items: allLost(admitted, refusal.reason) }, receipt.receivedAt);
  onRefusal(refusal);
  return refuseWith(refusal, refuse);
}

/** The content is unknown, so it counts as one. */
function turnAwayUnread(
  { tally, onRefusal }: KeepDeps,
  { receivedAt }: IngestRequest,
  { sender, refuse }: KnownSender,
  refusal: Refusal,
): Reply {
  const { reason } = refusal;
  const item = {
    kind: "counted",
    outcome: "limited",
    category: "request",
    reason,
    quantity: 1,
  } as const;
  tally.count({ projectId: sender.project.id, items: [item] }, receivedAt);
  onRefusal(refusal);
  return refuseWith(refusal, refuse);
}
