import { openSqliteStore } from "#server/storage/sqlite/open.ts";
import { figure, type Figure } from "../figure.ts";
import type { FigureName } from "../budgets.ts";
import { storedSize } from "../measure/stored-size.ts";
import { timedMs } from "../measure/sampling.ts";
import type { BenchedSpoor } from "../programs/spoor.ts";
import { FreshTraces, spread, tracesPerRequest } from "../spans/fresh-traces.ts";
import { batchSpans } from "../spans/span-batch.ts";
import type { Suite } from "../suite.ts";

const aMillion = 112_000;

const routes = [
  "/",
  "/products/:product",
  "/search",
  "/cart",
  "/checkout",
  "/orders/:order",
  "/account",
];
const indexed = [
  ...routes.map((route) => `route:${route}`),
  ...["orders", "order_lines", "banners"].map((table) => `db.collection.name:${table}`),
  "status:error",
  "http.response.status_code:404",
  'db.query.summary:"SELECT reviews"',
  "service:orders",
];
const combined = routes.map((route) => `route:${route} status:error duration:>10ms`);
/** One in fifty thousand customers, which exceeds any dictionary. */
const rare = Array.from({ length: 9 }, (_, i) => `enduser.id:c${1000 * (i + 1)}`);
/** Patterns, numbers, parts of names, and OR. */
const loose = [
  "http.response.status_code:>=500",
  "route:/ord*",
  "-has:http.response.status_code spans:>5",
  "has:enduser.id",
  "(route:/cart OR route:/checkout) status:error",
  "banners",
  "name:*reviews OR duration:>2s",
];
/** Spans of all traces with the attribute are read until the deadline. */
const unindexed = ["enduser.id:*zz", "db.query.text:nothing"];

/** An instance that receives unique spans: disk usage and search time. */
export const keptTraces: Suite = async ({ startSpoor, emptyBytes, amount }) => {
  const spoor = await startSpoor({ environment: { OTEL_SDK_DISABLED: "true" } });
  const requests = amount({ whole: aMillion, quick: 300 });
  const store = await openSqliteStore(spoor.dataFolder);
  const traces = new FreshTraces(7);
  await traces.send(spoor, store, requests);
  await store.close();
  const size = `${(requests * tracesPerRequest).toLocaleString("en")} traces`;
  const ids = spread(traces.traceIds, 40).map((id) => `/traces/${id}.json`);
  const times = [
    await timed(spoor, { name: "a trace by its id", size, atMost: 10 }, ids),
    await timed(
      spoor,
      { name: "traces by an indexed attribute", size, atMost: 20 },
      indexed.map(searchPath),
    ),
    await timed(spoor, { name: "traces by two and a duration", size }, combined.map(searchPath)),
    await timed(
      spoor,
      { name: "traces by a rare attribute", size, atMost: 100 },
      rare.map(searchPath),
    ),
    await timed(
      spoor,
      { name: "traces by patterns, numbers, OR", size, atMost: 100 },
      loose.map(searchPath),
    ),
    await timed(spoor, { name: "traces by what no index has", size }, unindexed.map(searchPath)),
    await timed(
      spoor,
      { name: "traces sorted by duration", size },
      ["", ...routes.slice(0, 3).map((route) => `route:${route}`)].map(
        (query) => `${searchPath(query)}&sort=duration`,
      ),
    ),
  ];
  await spoor.stop();
  const bytes = (await storedSize(spoor.dataFolder)) - (await emptyBytes());
  await spoor.remove();
  const name = "on disk, a span, everything included";
  const values = [bytes / (requests * batchSpans)];
  return [
    figure({ name, size, unit: "bytes", values, budget: { of: "value", atMost: 90 } }),
    ...times,
  ];
};

const searchPath = (query: string) => `/traces.json?${new URLSearchParams({ query })}`;

type Timed = { name: FigureName; size: string; atMost?: number };

/**
 * As scripts read it, one request after another; the first is repeated to open connections and
 * files.
 */
async function timed(
  spoor: BenchedSpoor,
  { name, size, atMost }: Timed,
  paths: string[],
): Promise<Figure> {
  const values: number[] = [];
  for (const path of [paths[0]!, ...paths]) values.push(await timedMs(() => read(spoor, path)));
  const budget = atMost === undefined ? {} : { budget: { of: "value", atMost } as const };
  return figure({ name, size, unit: "ms", values: values.slice(1), ...budget });
}

async function read(spoor: BenchedSpoor, path: string): Promise<void> {
  const answer = await spoor.get(path);
  const text = await answer.text();
  if (answer.status !== 200)
    throw new Error(`${path} was answered ${answer.status}: ${text.slice(0, 300)}`);
}
