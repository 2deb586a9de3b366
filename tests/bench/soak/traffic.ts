import { randomBytes, randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { type TestProject, envelopeOf } from "#tests/harness/project.ts";
import { readSession, recordedSessions, replay } from "#tests/harness/data/recorded.ts";
import type { Spoor } from "#tests/harness/spoor.ts";
import { Chance } from "../load/chance.ts";
import { sampleEvent } from "../load/sample-event.ts";
import { makeSpanBodies } from "../load/span-requests.ts";
import { batchSpans } from "../spans/span-batch.ts";

/** Acknowledged items by project and outcome category. */
export type Acknowledged = Map<string, number>;

/** A request of the mix. Returns what it adds when acknowledged: nothing for a repetition. */
type Sender = (
  project: TestProject,
) => Promise<{ response: Response; category: string; quantity: number }>;

export type Traffic = {
  /** Sends the next request of the mix. */
  send(): Promise<void>;
  acknowledged: Acknowledged;
  statuses: Map<number, number>;
};

export const issuesOfEach = 40;

/**
 * An application's typical mix: six events per two requests of spans, sessions, check-ins, feedback
 * with an attachment, recordings.
 */
export function makeTraffic(
  spoor: Spoor,
  projects: readonly TestProject[],
  recorded: TestProject,
): Traffic {
  const chance = new Chance(7);
  const acknowledged: Acknowledged = new Map();
  const statuses = new Map<number, number>();
  const { event, spans, session, checkIn, feedback } = sendersTo(spoor, chance);
  const again = recordingsTo(spoor, recorded);
  const mix: Sender[] = [
    event,
    event,
    event,
    event,
    event,
    event,
    spans,
    spans,
    session,
    checkIn,
    feedback,
  ];

  return {
    acknowledged,
    statuses,
    async send() {
      if (again && chance.below(12) === 0) return count((await again()).status);
      const project = chance.pick(projects);
      const { response, category, quantity } = await chance.pick(mix)(project);
      await response.arrayBuffer();
      count(response.status);
      const key = `${project.slug} ${category}`;
      if (response.status === 200) acknowledged.set(key, (acknowledged.get(key) ?? 0) + quantity);
    },
  };

  function count(status: number): void {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
}

function sendersTo(spoor: Spoor, chance: Chance) {
  const bodies = makeSpanBodies({ encoding: "plain", format: "protobuf" });
  const post = (path: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
    fetch(spoor.url + path, { method: "POST", body: body as BodyInit, headers });
  const envelope = (
    { id, publicKey }: TestProject,
    body: string | Uint8Array,
    headers?: Record<string, string>,
  ) => post(`/api/${id}/envelope/?sentry_version=7&sentry_key=${publicKey}`, body, headers);
  const newId = () => randomUUID().replaceAll("-", "");

  return {
    async event(project) {
      const sample = sampleEvent(chance.below(issuesOfEach), chance.below(10_000), Date.now());
      const body = gzipSync(envelopeOf({ event_id: newId(), ...sample }), { level: 1 });
      return {
        response: await envelope(project, body, { "content-encoding": "gzip" }),
        category: "error",
        quantity: 1,
      };
    },
    async spans({ publicKey }) {
      const { bytes, setIds } = chance.pick(bodies);
      const body = Buffer.from(bytes);
      setIds(body, () => randomBytes(1)[0]!);
      const headers = {
        "content-type": "application/x-protobuf",
        authorization: `Bearer ${publicKey}`,
      };
      return {
        response: await post("/v1/traces", body, headers),
        category: "span",
        quantity: batchSpans,
      };
    },
    async session(project) {
      const at = new Date().toISOString();
      const release = `shop@2.${chance.below(4)}.0`;
      const session = {
        sid: randomUUID(),
        init: true,
        status: "ok",
        errors: 0,
        started: at,
        timestamp: at,
        attrs: { release },
      };
      const body = `{}\n{"type":"session"}\n${JSON.stringify(session)}\n`;
      return { response: await envelope(project, body), category: "session", quantity: 1 };
    },
    async checkIn(project) {
      const config = { schedule: { type: "interval", value: 1, unit: "hour" } };
      const report = {
        check_in_id: newId(),
        monitor_slug: `job-${chance.below(5)}`,
        status: "ok",
        monitor_config: config,
      };
      const body = `{}\n{"type":"check_in"}\n${JSON.stringify(report)}\n`;
      return { response: await envelope(project, body), category: "monitor", quantity: 1 };
    },
    async feedback(project) {
      const contexts = {
        feedback: { message: `slow again, the ${chance.below(1e6)}th time`, name: "Mira" },
      };
      const file = "x".repeat(2_000 + chance.below(8_000));
      const about = JSON.stringify({
        type: "attachment",
        length: file.length,
        filename: "log.txt",
      });
      const words = JSON.stringify({ event_id: newId(), type: "feedback", contexts });
      const body = `{"event_id":"${newId()}"}\n{"type":"feedback"}\n${words}\n${about}\n${file}\n`;
      return { response: await envelope(project, body), category: "feedback", quantity: 1 };
    },
  } satisfies { [name: string]: Sender };
}

/** Repeats recordings of real SDKs with their original IDs. Undefined without recordings. */
function recordingsTo(spoor: Spoor, project: TestProject): (() => Promise<Response>) | undefined {
  const requests = recordedSessions.flatMap((name) => [...readSession(name)]);
  if (requests.length === 0) return undefined;
  let next = 0;
  return async () => {
    const { request, body } = requests[next++ % requests.length]!;
    const response = await replay(spoor, project, request, body);
    await response.arrayBuffer();
    return response;
  };
}
