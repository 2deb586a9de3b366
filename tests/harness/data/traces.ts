import type { TestProject } from "#tests/harness/project.ts";
import { pause } from "#tests/harness/spoor.ts";

export type TraceJson = {
  traceId: string;
  durationMs: number;
  spans: {
    spanId: string;
    parentSpanId: string | null;
    name: string;
    service: string;
    kind: string;
    startedAt: string;
    durationMs: number;
    selfMs: number;
    status: string;
    critical: boolean;
    attributes: Record<string, unknown>;
    events: { name: string; at: string }[];
    links: unknown[];
    /** Short IDs of issues in it. */
    issues: string[];
  }[];
  routeTree: {
    routeId: string;
    path: string | null;
    depth: number;
    startedAt: string;
    durationMs: number;
    blockedMs: number;
    status: string;
    why: string;
    steps: { kind: string; isClient: boolean }[];
  }[];
  issues: { id: string; title: string }[];
};

/** The trace once it has that many spans; rejects after twenty seconds with the found ones. */
export async function waitForTrace(
  project: TestProject,
  traceId: string,
  spans: number,
): Promise<TraceJson> {
  let seen = "";
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await pause(100)) {
    const answer = await project.get(`/traces/${traceId}.json`);
    seen = await answer.text();
    if (answer.status !== 200) continue;
    const trace = JSON.parse(seen) as TraceJson;
    if (trace.spans.length >= spans) return trace;
  }
  throw new Error(`Expected trace ${traceId} with ${spans} spans, found ${seen.slice(0, 2000)}`);
}
