import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import { operationKinds } from "#server/domain/rollup/operation.ts";
import { isInShare } from "#server/domain/rollup/kept-share.ts";
import type { Span } from "#server/domain/trace/span.ts";
import { decodeSpans } from "#server/ingest/otlp/decode/decode.ts";
import { encodeSpans } from "#server/ingest/otlp/wire/encode.ts";
import { thinTraces } from "#server/jobs/thin-traces.ts";
import { openSqliteStore } from "#server/storage/sqlite/open.ts";
import type { Store } from "#server/storage/store.ts";
import { processed } from "#tests/harness/requests/processed.ts";
import { type ExactFigures, exactFigures } from "#tests/harness/data/exact-figures.ts";
import { makeOwner, makeProject, type TestProject } from "#tests/harness/project.ts";
import { readSession, recordedSessions, replay } from "#tests/harness/data/recorded.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import {
  type Counted,
  exportsOf,
  type SyntheticSpan,
  syntheticLoad,
} from "#tests/harness/data/synthetic-load.ts";

// Compares route pages with a plain calculation over every sent span.

const hourMs = 3_600_000;
const startedAt = Date.now();

type RouteJson = ExactFigures & { id: number; kind: string; service: string; route: string };

let spoor: Spoor;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
});
afterAll(() => spoor.remove());

async function withStore<T>(use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openSqliteStore(spoor.dataFolder);
  try {
    return await use(store);
  } finally {
    await store.close();
    // `fetch` reuses a connection that the server closed meanwhile, unless it is told first.
    await pause(50);
  }
}

async function send(project: TestProject, body: Uint8Array): Promise<void> {
  const url = `${spoor.url}/v1/traces?sentry_key=${project.publicKey}`;
  const headers = { "content-type": "application/x-protobuf" };
  const answer = await fetch(url, { method: "POST", headers, body: body as BodyInit });
  expect(answer.status).toBe(200);
}

/** Every route kind over the time of the load. */
async function routesOf(
  project: TestProject,
  filter: Record<string, string> = {},
): Promise<RouteJson[]> {
  const kinds = operationKinds.map((kind): [string, string] => ["kind", kind]);
  const since = new Date(startedAt - 23 * hourMs).toISOString();
  const asked = new URLSearchParams([...kinds, ...Object.entries({ since, ...filter })]);
  const answer = await project.get(`/routes.json?${asked}`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { routes: RouteJson[] }).routes;
}

/** The same rules in plain code for spans of Sentry's SDKs. */
function countedAs({
  attributes,
  kind,
  name,
  service,
  status,
  startedAtNs,
  endedAtNs,
  ...span
}: Span): Counted[] {
  const op = attributes["sentry.op"];
  const isBrowser = span.resource["telemetry.sdk.language"] === "webjs";
  const isPart = span.parentSpanId !== undefined && span.parentIsRemote === false;
  const as = isPart
    ? undefined
    : op === "pageload"
      ? "document"
      : op === "navigation"
        ? "navigation"
        : kind === "server" || kind === "consumer"
          ? kind
          : kind === "internal" && !isBrowser && span.parentSpanId === undefined
            ? "task"
            : undefined;
  const route = String(attributes["http.route"] ?? name.replace(/^[A-Z]+ (?=\/)/, ""));
  const durationMs = Number(endedAtNs - startedAtNs) / 1e6;
  return as ? [{ kind: as, service, route, durationMs, failed: status === "error" }] : [];
}

const total = (routes: { count: number }[]) => routes.reduce((sum, { count }) => sum + count, 0);

function expectExact(routes: RouteJson[], exact: Map<string, ExactFigures>): void {
  const said = new Map(routes.map((each) => [`${each.kind} ${each.service} ${each.route}`, each]));
  const counts = (of: Map<string, { count: number }>) =>
    [...of].map(([key, { count }]) => `${key}: ${count}`).toSorted();
  expect(counts(said)).toEqual(counts(exact));
  for (const [key, figures] of exact) {
    const row = said.get(key)!;
    expect(row.failureRate, key).toBeCloseTo(figures.failureRate, 3);
    for (const name of ["p50Ms", "p75Ms", "p95Ms", "p99Ms"] as const) {
      const away = Math.abs(row[name] - figures[name]) / Math.max(figures[name], 0.01);
      expect(away, `${name} of ${key}: ${row[name]} for ${figures[name]}`).toBeLessThan(0.01);
    }
  }
}

describe("a synthetic load", () => {
  const load = syntheticLoad(5_000, { seed: 11, until: startedAt - 60_000 });
  const countedIn = (wanted: (span: SyntheticSpan) => boolean = () => true) =>
    exactFigures(load.filter(wanted).flatMap(({ counts }) => counts));
  let project: TestProject;
  let id: ProjectId;

  beforeAll(async () => {
    project = await makeProject(spoor, "load");
    id = project.id as ProjectId;
    for (const body of exportsOf(load, 12)) await send(project, body);
  });

  async function expectAllExact(): Promise<void> {
    expectExact(await routesOf(project), countedIn());
    for (const [environment, release] of [
      ["production", "1.0.0"],
      ["staging", "1.1.0"],
    ] as const) {
      const ofBoth = countedIn(
        (span) => span.environment === environment && span.release === release,
      );
      expectExact(await routesOf(project, { environment, release }), ofBoth);
    }
  }

  test("counts are exact and percentiles within 1%, despite duplicates and split traces", async () => {
    expect(load.length).toBeGreaterThan(20_000);
    const expected = total([...countedIn().values()]);
    await expect.poll(async () => total(await routesOf(project))).toBeGreaterThanOrEqual(expected);
    await expectAllExact();
  });

  test("downsampling keeps rollups, failed and slowest traces, and the sample", async () => {
    await withStore(async (store) => {
      await store.projects.changeSettings(id, { sampling: { keptShare: 0.1 } });
      const hours = { from: startedAt - 24 * hourMs, to: startedAt + 24 * hourMs };
      const sampled = await store.rollups.sampledTraces(id, hours);
      const removed = await thinTraces(store, Date.now() + 2 * hourMs);
      const ids = new Set(load.map(({ span }) => span.traceId));
      const failed = new Set(
        load.filter(({ span }) => span.status === "error").map(({ span }) => span.traceId),
      );
      const stays = [...ids].filter(
        (each) => failed.has(each) || sampled.has(each) || isInShare(each, 0.1),
      );
      expect(ids.size - removed).toBe(stays.length);
      expect(stays.length).toBeLessThan(ids.size * 0.8);
      for (const each of stays)
        expect(await store.traces.spanCount(id, each), each).toBeGreaterThan(0);
      const window = { since: startedAt - hourMs, until: Date.now() + hourMs };
      expect(await store.traces.kept(id, window)).toEqual({ came: ids.size, kept: stays.length });
    });
    await expectAllExact();
  });

  test("each slowest and failed sample can be opened", async () => {
    const routes = await routesOf(project);
    for (const { id: route } of routes.slice(0, 8)) {
      const answer = await project.get(`/routes/${route}.json`);
      const { samples } = (await answer.json()) as {
        samples: Record<"slow" | "failed", { traceId: string }[]>;
      };
      expect(samples.slow.length).toBeGreaterThan(0);
      for (const { traceId } of [...samples.slow, ...samples.failed])
        expect((await project.get(`/traces/${traceId}.json`)).status).toBe(200);
    }
  });

  test("late spans of a deleted trace count, and repeated ones do not", async () => {
    const kept = await withStore(async (store) => {
      const found = load.map(async ({ span }) =>
        (await store.traces.spanCount(id, span.traceId)) > 0 ? span.traceId : "",
      );
      return new Set<string>(await Promise.all(found));
    });
    const gone = load.filter(
      ({ span, counts }) => !kept.has(span.traceId) && counts[0]?.kind === "server",
    );
    const before = total(await routesOf(project));
    const late = {
      ...gone[0]!.span,
      spanId: "00000000000000aa" as (typeof gone)[0]["span"]["spanId"],
    };
    await send(project, encodeSpans([...gone.map(({ span }) => span), late]));
    await expect
      .poll(async () => (await project.get(`/traces/${late.traceId}.json`)).status)
      .toBe(200);
    // The late span is a request and counts in its other kind too.
    expect(total(await routesOf(project))).toBe(before + gone[0]!.counts.length);
  });
});

describe.skipIf(recordedSessions.length === 0)(
  "a recorded load (skipped when the sample folder ../shared/captures is absent)",
  () => {
    test("is counted exactly before and after downsampling", async () => {
      const project = await makeProject(spoor, "recorded");
      const id = project.id as ProjectId;
      for (const name of recordedSessions)
        for (const { request, body } of readSession(name))
          await (await replay(spoor, project, request, body)).text();
      const since = new Date(startedAt - 40 * 24 * hourMs).toISOString();
      await processed(spoor);
      const exact = exactFigures(
        (await withStore((store) => spansOf(store, id))).flatMap(countedAs),
      );
      expect(new Set([...exact.keys()].map((key) => key.split(" ", 1)[0]))).toEqual(
        new Set(["document", "server", "task"]),
      );
      expectExact(await routesOf(project, { since }), exact);
      await withStore(async (store) => {
        await store.projects.changeSettings(id, { sampling: { keptShare: 0 } });
        await thinTraces(store, Date.now() + 2 * hourMs);
      });
      expectExact(await routesOf(project, { since }), exact);
    });
  },
);

async function spansOf(store: Store, projectId: ProjectId): Promise<Span[]> {
  const all = {
    projectId,
    query: { terms: [], words: [] },
    limit: 200,
    deadlineMs: 10_000,
    matches: () => true,
  };
  const { rows } = await store.traces.list(all);
  const traces = await Promise.all(
    rows.map(({ traceId }) => store.traces.find(projectId, traceId)),
  );
  return traces.flatMap((trace) => decodeSpans(trace!.parts));
}
