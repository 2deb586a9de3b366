import { openSqliteStore } from "#server/storage/sqlite/open.ts";
import { figure, type Figure } from "../figure.ts";
import type { FigureName } from "../budgets.ts";
import { Chance } from "../load/chance.ts";
import { type NextRequest, postHead } from "../load/requests.ts";
import { runJob } from "../load/run-job.ts";
import { keptBytes } from "../measure/kept-bytes.ts";
import { untilKept } from "../measure/kept-spans.ts";
import { timedMs } from "../measure/sampling.ts";
import { type BenchedSpoor, startSpoor } from "../programs/spoor.ts";
import { batchSpans, protobufOf, sampleBatch } from "../spans/span-batch.ts";
import type { Bench } from "../suite.ts";

const routes = ["/", "/products/:product", "/search", "/cart", "/checkout", "/orders/:order", "/account"];
const indexed = [
  ...routes.map((route) => `route:${route}`),
  ...["orders", "order_lines", "banners"].map((table) => `db.collection.name:${table}`),
  ...["status:error", "http.response.status_code:404", 'db.query.summary:"SELECT reviews"', "service:orders"],
];
const combined = routes.map((route) => `route:${route} status:error duration:>10ms`);
/** One in fifty thousand customers: the search reads traces from the newest backwards until its deadline. */
const unindexed = Array.from({ length: 3 }, (_, i) => `enduser.id:c${1000 * (i + 1)}`);

/** A Spoor that is sent spans which are all different, what that takes on disk, and how fast it finds them again. */
export async function keptTraces({ seconds }: Bench): Promise<Figure[]> {
  const spoor = await startSpoor({ environment: { OTEL_SDK_DISABLED: "true" } });
  const requests = Math.round(seconds.other * 600);
  const traceIds = await fill(spoor, requests);
  const times = [
    await timed(
      spoor,
      "a trace by its id",
      spread(traceIds, 40).map((id) => `/traces/${id}.json`),
      10,
    ),
    await timed(spoor, "traces by an indexed attribute", indexed.map(searchPath), 20),
    await timed(spoor, "traces by two and a duration", combined.map(searchPath)),
    await timed(spoor, "traces by what no index has", unindexed.map(searchPath)),
  ];
  await spoor.stop();
  const bytes = await keptBytes(spoor.dataFolder);
  await spoor.remove();
  const name = "on disk, a span, everything included";
  const values = [bytes / (requests * batchSpans)];
  return [figure({ name, unit: "bytes", values, budget: { of: "value", atMost: 90 } }), ...times];
}

/** Answers with the id of one trace of each request, oldest first. */
async function fill(spoor: BenchedSpoor, requests: number): Promise<string[]> {
  const store = await openSqliteStore(spoor.dataFolder);
  const traceIds: string[] = [];
  const target = { port: spoor.port, path: spoor.tracesPath };
  const what = { kind: "spans", encoding: "plain", format: "protobuf" } as const;
  const job = { target, what, connections: 16, seconds: 600, requestsMax: requests };
  const { statuses } = await runJob(job, freshRequests(postHead(target, "plain", "application/x-protobuf"), traceIds));
  const kept = await untilKept(store, spoor, requests * batchSpans);
  await store.close();
  if (kept !== requests * batchSpans)
    throw new Error(`Of ${requests} requests ${kept} spans are kept: ${JSON.stringify(statuses)}`);
  return traceIds;
}

function freshRequests(head: string, traceIds: string[]): NextRequest {
  const chance = new Chance(7);
  return (into) => {
    const batch = sampleBatch(chance, Date.now());
    traceIds.push(batch[0]!.traceId.toString("hex"));
    const body = protobufOf(batch, chance);
    const headLength = into.write(`${head}Content-Length: ${body.length}\r\n\r\n`, "latin1");
    return into.subarray(0, headLength + body.copy(into, headLength));
  };
}

const searchPath = (query: string) => `/traces.json?${new URLSearchParams({ query })}`;

/** As scripts read it, one question after the other; the first is asked once before, to open what must be open. */
async function timed(spoor: BenchedSpoor, name: FigureName, paths: string[], atMost?: number): Promise<Figure> {
  const values: number[] = [];
  for (const path of [paths[0]!, ...paths]) values.push(await timedMs(() => read(spoor, path)));
  const budget = atMost === undefined ? {} : { budget: { of: "value", atMost } as const };
  return figure({ name, unit: "ms", values: values.slice(1), ...budget });
}

async function read(spoor: BenchedSpoor, path: string): Promise<void> {
  const answer = await spoor.get(path);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${text.slice(0, 300)}`);
}

const spread = <Each>(list: Each[], count: number) =>
  Array.from({ length: count }, (_, i) => list[Math.floor((i * (list.length - 1)) / (count - 1))]!);
