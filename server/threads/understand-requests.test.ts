import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { bodyBlocks } from "#server/digest/spool/body-blocks.ts";
import { createRulebooks } from "#server/digest/events/rulebooks.ts";
import { hasFiles, type Understanding } from "#server/digest/understanding.ts";
import { defaultLimits } from "#server/ingest/limits.ts";
import { encodeTraces, sampleSpan } from "#server/ingest/otlp/sample.fixture.ts";
import { createScanMemory } from "#server/ingest/otlp/scan/vocabulary.ts";
import { createKnownStacks } from "#server/ingest/sentry/known-stacks.ts";
import {
  findKey,
  requestOf,
  sampleEvent,
  sampleId,
  sampleKey,
} from "#server/ingest/sentry/sample.fixture.ts";
import { rereadWith, understandWith } from "./understand-requests.ts";

test("unread data that turns out invalid is counted as an outcome", async () => {
  const { project } = (await findKey(sampleKey))!;
  const reread = rereadWith(
    async () => project,
    () => ({}) as Understanding,
  );
  const dsn = `http://${"f".repeat(32)}@127.0.0.1:9000/43`;
  const { body, ...facts } = requestOf(`${JSON.stringify({ dsn })}\n{"type":"event"}\n{}\n`);
  const understanding = await reread({ head: { projectId: project.id, ...facts }, body });
  expect(understanding?.outcomes).toMatchObject([
    {
      projectId: project.id,
      outcome: "invalid",
      category: "error",
      reason: "forbidden",
      quantity: 1,
    },
  ]);
});

const at = sampleEvent.timestamp as number;
const ids = { trace_id: "5b8efff798038103d269b633813fc60c", span_id: "53995c3f42cd8ad8" };
const items: { [type: string]: object } = {
  event: { ...sampleEvent, extra: { long: "x".repeat(50_000) } },
  transaction: {
    type: "transaction",
    transaction: "/checkout",
    start_timestamp: at - 1,
    timestamp: at,
    spans: [],
    contexts: { trace: { ...ids, op: "http.server" } },
  },
  session: {
    sid: "7c7b6585-f901-4351-bf8d-02711b721929",
    started: at,
    status: "ok",
    attrs: { release: "1.0.0" },
  },
  check_in: {
    check_in_id: "83a7c03ed0a04e1b97e2e3b18d38f244",
    monitor_slug: "backup",
    status: "ok",
  },
  feedback: { contexts: { feedback: { message: "It does not open. ".repeat(300) } } },
};
const envelope = [
  JSON.stringify({ event_id: sampleId }),
  ...Object.entries(items).flatMap(([type, item]) => [
    JSON.stringify({ type }),
    JSON.stringify(item),
  ]),
];
const file = [
  JSON.stringify({ type: "attachment", filename: "a.log", length: 1_500_000 }),
  "y".repeat(1_500_000),
];
const spans = encodeTraces(Array.from({ length: 500 }, (_, i) => sampleSpan(i + 1)));
const otlp = {
  url: "/v1/traces",
  authorization: `Bearer ${sampleKey}`,
  "content-type": "application/x-protobuf",
};

/** Reads a request like a backlog reader thread. Returns the result and its decompressed memory. */
async function reread(
  body: string | Uint8Array,
  { url, ...headers }: { [name: string]: string } = {},
) {
  const { project } = (await findKey(sampleKey))!;
  const memory: ArrayBufferLike[] = [];
  const { lay, room } = bodyBlocks();
  const read = rereadWith(
    async () => project,
    understandWith({ rulebooks: createRulebooks(), mayHaveUploads: () => true, lay }),
    {
      ...defaultLimits,
      stacks: createKnownStacks(),
      scanned: createScanMemory({ room }),
      onDecompressed: (each) => void memory.push(each),
    },
  );
  const request = requestOf(gzipSync(body), {
    headers: { "content-encoding": "gzip", ...headers },
    ...(url && { url }),
  });
  const { body: sent, ...facts } = request;
  const understanding = await read({ head: { projectId: project.id, ...facts }, body: sent });
  return { understanding: understanding!, memory };
}

/** The memory that the result references. */
function* memoryOf(thing: unknown): Generator<ArrayBufferLike> {
  if (ArrayBuffer.isView(thing)) yield thing.buffer;
  else if (thing instanceof Map || thing instanceof Set)
    for (const each of thing) yield* memoryOf(each);
  else if (typeof thing === "object" && thing !== null)
    for (const each of Object.values(thing)) yield* memoryOf(each);
}

test.each([
  [
    "an envelope",
    envelope.join("\n"),
    {},
    ["events", "traces", "sessions", "checkIns", "feedback"],
  ],
  ["spans of an exporter", spans, otlp, ["traces"]],
] as const)(
  "%s leaves nothing in the memory its body was decompressed into",
  async (_, body, headers, kinds) => {
    const { understanding, memory } = await reread(body, headers);
    for (const kind of kinds) expect(understanding[kind]).not.toHaveLength(0);
    expect(memory).toHaveLength(1);
    expect([...memoryOf(understanding)].length).toBeGreaterThan(0);
    expect([...memoryOf(understanding)]).not.toContain(memory[0]);
    expect(hasFiles(understanding)).toBe(false);
  },
);

test("a large file stays in that memory and is marked", async () => {
  const { understanding, memory } = await reread([...envelope, ...file].join("\n"));
  expect([...memoryOf(understanding)]).toContain(memory[0]);
  expect(hasFiles(understanding)).toBe(true);
});
