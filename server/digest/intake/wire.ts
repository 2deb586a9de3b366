import { giveBack } from "#server/threads/give-back.ts";
import type { IngestRequest, Reply } from "#server/ingest/request.ts";
import type { IntakeState } from "./intake-state.ts";

/**
 * What passes between the thread that holds the sockets and the worker that reads bodies. All
 * requests of one turn of the event loop travel in one message with one transferred buffer: a
 * message a request costs more than parsing it.
 */
export type ToWorker =
  | { kind: "requests"; heads: RequestHead[]; bytes: Uint8Array }
  | { kind: "drain" };

export type FromWorker =
  | { kind: "ready" }
  | { kind: "failed"; sentence: string }
  | { kind: "replies"; replies: { id: number; reply: Reply }[] }
  | { kind: "state"; state: IntakeState }
  | { kind: "drained" };

type RequestHead = Omit<IngestRequest, "body"> & { id: number; byteLength: number };

export function packRequests(
  requests: { id: number; request: IngestRequest }[],
): Extract<ToWorker, { kind: "requests" }> {
  const heads: RequestHead[] = [];
  let total = 0;
  for (const { id, request } of requests) {
    const { body, ...rest } = request;
    heads.push({ ...rest, id, byteLength: body.byteLength });
    total += body.byteLength;
  }
  // Of its own, since it is handed over, and not zeroed first, since all of it is written.
  const bytes = Buffer.allocUnsafeSlow(total);
  let offset = 0;
  for (const { request } of requests) {
    bytes.set(request.body, offset);
    offset += request.body.byteLength;
  }
  return { kind: "requests", heads, bytes };
}

export function* unpackRequests({
  heads,
  bytes,
}: Extract<ToWorker, { kind: "requests" }>): Generator<{
  id: number;
  request: IngestRequest;
}> {
  let offset = 0;
  for (const { id, byteLength, ...rest } of heads) {
    // A Buffer, not a bare Uint8Array: its indexOf and toString are native.
    const body = Buffer.from(bytes.buffer, bytes.byteOffset + offset, byteLength);
    offset += byteLength;
    yield { id, request: { ...rest, body } };
  }
}

/**
 * Gives a message's bytes back once all its requests were let go: each when it is on disk, and
 * nothing was made of it in memory. Of others' the collector learns in its time.
 */
export function messageMemory() {
  const held = new WeakMap<ArrayBufferLike, number>();
  return {
    hold: ({ heads, bytes }: Extract<ToWorker, { kind: "requests" }>) =>
      void held.set(bytes.buffer, heads.length),
    letGo({ body: { buffer } }: Pick<IngestRequest, "body">): void {
      const left = (held.get(buffer) ?? 0) - 1;
      held.set(buffer, left);
      if (left === 0) giveBack(buffer);
    },
  };
}
