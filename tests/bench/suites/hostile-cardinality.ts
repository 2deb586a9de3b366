import { environmentOf, pause, runCli } from "#tests/harness/spoor.ts";
import { type Figure, figure, median, percentile } from "../figure.ts";
import { inventedNames } from "../load/invented-names.ts";
import { residentMiB } from "../measure/process-usage.ts";
import type { BenchedSpoor } from "../programs/spoor.ts";
import type { Suite } from "../suite.ts";

const connections = 8;
/** Names per dimension in the project that is not attacked, so that its lists are full. */
const usual = 100;

/**
 * A stranger with a project's public key invents names in every dimension: measures that project's
 * pages, another project's ingestion, and memory.
 */
export const hostileCardinality: Suite = async (bench) => {
  const count = bench.amount({ whole: 100_000, quick: 500 });
  const spoor = await bench.startSpoor({ environment: { OTEL_SDK_DISABLED: "true" } });
  try {
    const calm = await makeProject(spoor, "calm");
    const hostile = await makeProject(spoor, "hostile");
    await send(spoor, calm, usual);
    const watching = watch(spoor, calm);
    await send(spoor, hostile, count);
    await digested(spoor, calm);
    await listed(spoor, hostile);
    const { waits, peakMiB } = await watching.end();
    const pages = await comparePages(spoor, { hostile, calm }, bench.isWhole ? 15 : 3);
    return figures({
      pages,
      waits,
      peakMiB,
      size: `${count.toLocaleString("en-US")} names of each dimension`,
    });
  } finally {
    await spoor.remove();
  }
};

type Compared = { path: string; hostileMs: number[]; calmMs: number[] };
type Measured = { pages: Compared[]; waits: number[]; peakMiB: number; size: string };

const ratioOf = ({ hostileMs, calmMs }: Compared) =>
  median(hostileMs.map((ms, round) => ms / calmMs[round]!));

function figures({ pages, waits, peakMiB, size }: Measured): Figure[] {
  const worst = pages.reduce((a, b) => (ratioOf(b) > ratioOf(a) ? b : a));
  return [
    figure({
      name: "a page of a project with made-up names, beside another project's, the worst",
      unit: "ms",
      values: worst.hostileMs,
      floors: worst.calmMs,
      floorIs: `${worst.path} of a project with ${usual} names of each dimension, in turn`,
      budget: { of: "ratio", atMost: 2 },
      size,
    }),
    figure({
      name: "answers to another project's events while names are made up, p99",
      unit: "ms",
      values: [percentile(waits, 99)],
      budget: { of: "value", atMost: 1_000 },
      size,
    }),
    figure({
      name: "resident memory while names are made up, peak",
      unit: "MiB",
      values: [peakMiB],
      budget: { of: "value", atMost: 500 },
      size,
    }),
  ];
}

const paths = [
  "/issues",
  "/feedback",
  "/routes",
  "/traces",
  "/releases",
  "/vitals",
  "/monitors",
  "/alerts",
  ...["", "/events", "/tags", "/activity", "/grouping", "/merged", "/similar"].map(
    (tab) => `/issues/ISSUE${tab}`,
  ),
];

/**
 * In turn, so that a slow moment affects both. The first two rounds compile code and start threads.
 */
async function comparePages(
  spoor: BenchedSpoor,
  { hostile, calm }: { hostile: Sender; calm: Sender },
  rounds: number,
): Promise<Compared[]> {
  const pages = paths.map((path): Compared => ({ path, hostileMs: [], calmMs: [] }));
  for (let round = -2; round < rounds; round++)
    for (const { path, hostileMs, calmMs } of pages) {
      const pathIn = ({ slug }: Sender) =>
        `/${slug}${path.replace("ISSUE", `${slug.toUpperCase()}-1`)}`;
      const times = [await timeOf(spoor, pathIn(calm)), await timeOf(spoor, pathIn(hostile))];
      if (round >= 0) calmMs.push(times[0]!);
      if (round >= 0) hostileMs.push(times[1]!);
    }
  return pages;
}

async function timeOf({ port, sessionCookie }: BenchedSpoor, path: string): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { cookie: sessionCookie },
  });
  await answer.text();
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}.`);
  return performance.now() - begun;
}

type Sender = { slug: string; envelopePath: string; tracesPath: string };

async function makeProject({ dataFolder }: BenchedSpoor, slug: string): Promise<Sender> {
  const words = ["project", "create", "--name", slug, "--slug", slug, "--platform", "node"];
  const made = await runCli(words, environmentOf(dataFolder));
  const key = String(made.publicKey);
  const envelopePath = `/api/${String(made.id)}/envelope/?sentry_key=${key}`;
  return { slug, envelopePath, tracesPath: `/v1/traces?sentry_key=${key}` };
}

/** An event of the other project every 50 ms, and the process's memory. */
function watch(spoor: BenchedSpoor, { envelopePath }: Sender) {
  const waits: number[] = [];
  let peakMiB = 0;
  const state = { isOver: false };
  const watching = (async () => {
    while (!state.isOver) {
      const begun = performance.now();
      const { status } = await fetch(`http://127.0.0.1:${spoor.port}${envelopePath}`, {
        method: "POST",
        body: smallEvent("x"),
      });
      if (status !== 200) throw new Error(`Another project's event was answered ${status}.`);
      waits.push(performance.now() - begun);
      peakMiB = Math.max(peakMiB, residentMiB(spoor.pid));
      await pause(50);
    }
  })();
  return {
    async end() {
      state.isOver = true;
      await watching;
      return { waits, peakMiB };
    },
  };
}

function smallEvent(message: string): string {
  const event_id = crypto.randomUUID().replaceAll("-", "");
  return `${JSON.stringify({ event_id })}\n{"type":"event"}\n${JSON.stringify({ event_id, message })}\n`;
}

/** As fast as accepted; refused requests are repeated. */
async function send(spoor: BenchedSpoor, sender: Sender, count: number): Promise<void> {
  const names = inventedNames(count);
  const origin = `http://127.0.0.1:${spoor.port}`;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (const { kind, body } of names) {
        const path = kind === "event" ? sender.envelopePath : sender.tracesPath;
        const headers = {
          "content-type": kind === "event" ? "application/x-sentry-envelope" : "application/json",
        };
        for (;;) {
          const answer = await fetch(origin + path, { method: "POST", body, headers });
          await answer.text();
          if (answer.status === 200) break;
          if (answer.status !== 429 && answer.status !== 503)
            throw new Error(`Sent names were answered ${answer.status}.`);
          await pause(250);
        }
      }
    }),
  );
}

/** Projects are stored side by side, so one's first issue may follow another's last. */
async function listed({ port, sessionCookie }: BenchedSpoor, { slug }: Sender): Promise<void> {
  const url = `http://127.0.0.1:${port}/${slug}/issues/${slug.toUpperCase()}-1.json`;
  for (let look = 0; look < 100; look++, await pause(200))
    if ((await fetch(url, { headers: { cookie: sessionCookie } })).status === 200) return;
  throw new Error(`${slug} has no issue.`);
}

/** Earlier data is stored once the last event's issue is listed. */
async function digested(spoor: BenchedSpoor, { envelopePath, slug }: Sender): Promise<void> {
  const message = `last ${crypto.randomUUID()}`;
  const origin = `http://127.0.0.1:${spoor.port}`;
  await fetch(origin + envelopePath, { method: "POST", body: smallEvent(message) });
  const search = new URLSearchParams({ query: `"${message}"` });
  for (const until = Date.now() + 600_000; Date.now() < until; await pause(500)) {
    const answer = await fetch(`${origin}/${slug}/issues.json?${search}`, {
      headers: { cookie: spoor.sessionCookie },
    });
    if (((await answer.json()) as { issues: unknown[] }).issues.length > 0) return;
  }
  throw new Error("What was sent is not stored after ten minutes.");
}
