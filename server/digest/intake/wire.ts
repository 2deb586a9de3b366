import { giveBack } from "#server/threads/give-back.ts";
import type { IngestRequest, Reply } from "#server/ingest/request.ts";
import type { IntakeState } from "./intake-state.ts";

/**
 * Messages between the thread that holds the sockets and the worker that reads bodies. All requests
 * of one event loop turn travel in one message with one transferred buffer: a message per request
 * costs more than parsing it.
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
  // A separate allocation, because it is transferred. Not zeroed, because all of it is written.
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
    // A Buffer, because its indexOf and toString are native.
    const body = Buffer.from(bytes.buffer, bytes.byteOffset + offset, byteLength);
    offset += byteLength;
    yield { id, request: { ...rest, body } };
  }
}

/**
 * Returns a message's bytes after all its requests are on disk and unused in memory. Other messages
 * are left to the garbage collector.
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
