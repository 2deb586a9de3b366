import { randomFillSync } from "node:crypto";
import type { ProjectId, SpanId, TraceId } from "#server/domain/ids.ts";
import type { TraceChange } from "#server/storage/traces/trace-store.ts";
import { SampleTraces } from "./sample-traces.ts";

/**
 * Enough that no two in a frame are equal; creating them costs more than storing them, so each is
 * reused.
 */
const distinct = 4_000;
const idsAtOnce = 4_096;

type Template = { change: TraceChange; idsAt: number[] };

/**
 * Endless traces with their own IDs, written over the previous one's bytes: a change must be stored
 * before its template is reused.
 */
export class EndlessTraces {
  readonly #templates: Template[];
  readonly #ids = Buffer.alloc(16 * idsAtOnce);
  #count = 0;

  constructor(projectId: ProjectId, receivedAt: number) {
    const source = new SampleTraces(7);
    this.#templates = Array.from({ length: distinct }, () =>
      templateOf(source.next(projectId, receivedAt)),
    );
  }

  next(receivedAt: number): TraceChange {
    const { change, idsAt } = this.#templates[(this.#count * 7_919) % distinct]!;
    const id = this.#nextId();
    for (const at of idsAt) change.part.set(id, at);
    return { ...change, receivedAt, summary: movedTo(change, receivedAt, id) };
  }

  #nextId(): Buffer {
    const at = this.#count++ % idsAtOnce;
    if (at === 0) randomFillSync(this.#ids);
    return this.#ids.subarray(at * 16, at * 16 + 16);
  }
}

function templateOf(change: TraceChange): Template {
  const id = Buffer.from(change.summary.traceId, "hex");
  const part = Buffer.from(change.part);
  const idsAt: number[] = [];
  for (let at = part.indexOf(id); at >= 0; at = part.indexOf(id, at + 16)) idsAt.push(at);
  return { change: { ...change, part }, idsAt };
}

function movedTo(
  { summary, receivedAt: before }: TraceChange,
  receivedAt: number,
  id: Buffer,
): TraceChange["summary"] {
  const by = receivedAt - before;
  const { root, startedAt, endedAt } = summary;
  return {
    ...summary,
    traceId: id.toString("hex") as TraceId,
    startedAt: startedAt + by,
    endedAt: endedAt + by,
    root: { ...root, spanId: id.toString("hex", 0, 8) as SpanId, startedAt: root.startedAt + by },
  };
}
