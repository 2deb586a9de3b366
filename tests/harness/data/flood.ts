import { gzipSync } from "node:zlib";
import type { TestProject } from "#tests/harness/project.ts";
import { pause, type Spoor } from "#tests/harness/spoor.ts";

/** Responses to a flood: count by status, slowest response, and last refusal. */
export type Answers = { byStatus: Map<number, number>; slowestMs: number; refusal?: Refusal };
export type Refusal = {
  status: number;
  retryAfter: string | null;
  rateLimits: string | null;
  detail: string;
};

export type FloodOptions = {
  senders: number;
  body: Uint8Array;
  headers?: Record<string, string>;
  pauseMs?: number;
};

/** Small to send and slow to read, so that the reader is the bottleneck. */
export function heavyEnvelope(message: string): Uint8Array {
  const rows = Array.from({ length: 100 }, (_, row) =>
    Object.fromEntries(
      Array.from({ length: 12 }, (_, column) => [
        `field ${column}`,
        `value ${row % 7} of ${column}`,
      ]),
    ),
  );
  const event = { message, level: "error", extra: { rows } };
  return gzipSync(`{}\n{"type":"event"}\n${JSON.stringify(event)}\n`);
}

export const gzipped = { "content-encoding": "gzip" };

/**
 * Sends the same body from that many concurrent senders until stopped; events without an ID are new
 * each time.
 */
export function startFlood(
  spoor: Spoor,
  project: TestProject,
  options: FloodOptions,
): { accepted(): number; stop(): Promise<Answers> } {
  const answers: Answers = { byStatus: new Map(), slowestMs: 0 };
  const state = { stopped: false };
  const senders = Array.from({ length: options.senders }, async () => {
    while (!state.stopped) {
      // A stopped server ends the flood.
      const gone = await sendOnce(spoor, project, options, answers).then(
        () => false,
        () => true,
      );
      if (gone) return;
      await pause(options.pauseMs ?? 0);
    }
  });
  return {
    accepted: () => answers.byStatus.get(200) ?? 0,
    async stop() {
      state.stopped = true;
      await Promise.all(senders);
      return answers;
    },
  };
}

async function sendOnce(
  spoor: Spoor,
  project: TestProject,
  options: FloodOptions,
  answers: Answers,
): Promise<void> {
  const url = `${spoor.url}/api/${project.id}/envelope/?sentry_version=7&sentry_key=${project.publicKey}`;
  const began = performance.now();
  const answer = await fetch(url, {
    method: "POST",
    body: options.body as BodyInit,
    headers: options.headers ?? gzipped,
  });
  const text = await answer.text();
  answers.slowestMs = Math.max(answers.slowestMs, performance.now() - began);
  answers.byStatus.set(answer.status, (answers.byStatus.get(answer.status) ?? 0) + 1);
  if (answer.status === 200) return;
  answers.refusal = {
    status: answer.status,
    retryAfter: answer.headers.get("retry-after"),
    rateLimits: answer.headers.get("x-sentry-rate-limits"),
    detail: (JSON.parse(text) as { detail: string }).detail,
  };
}

/** A metric of `/metrics`, or 0 if absent. */
export async function metric(spoor: Spoor, name: string): Promise<number> {
  const text = await (await fetch(`${spoor.url}/metrics`)).text();
  const line = text
    .split("\n")
    .find((each) => each.startsWith(`${name} `) || each.startsWith(`${name}{`));
  return line === undefined ? 0 : Number(line.slice(line.lastIndexOf(" ") + 1));
}
