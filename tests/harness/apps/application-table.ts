import type { TestProject } from "#tests/harness/project.ts";
import { pause } from "#tests/harness/spoor.ts";
import type { TraceJson } from "#tests/harness/data/traces.ts";
import { readVitals } from "#tests/harness/data/vitals.ts";

/** An application's data from Spoor's JSON endpoints. */
export type Seen = { project: TestProject; traces: TraceJson[]; routes: RouteJson[] };
export type RouteJson = { id: number; service: string; kind: string; route: string };

/** A row of the table of applications: correct shares and mistakes. */
export type ApplicationRow = {
  routeTree: Share;
  criticalPath: Share;
  findings: Share;
  names: Share;
  vitals: string[];
};
export type Share = { right: number; of: number; wrong: string[] };

export type FindingsJson = {
  advice: string;
  looked: { outOfTime: number };
  medianMs: number;
  loaders: { routeId: string; share: number }[];
  waits: { label: string; share: number }[];
  spread: { place: string; share: number }[];
};

type Span = TraceJson["spans"][number];

export async function judgeApplication({ project, traces, routes }: Seen): Promise<ApplicationRow> {
  const rows = traces.flatMap(({ routeTree }) => routeTree.filter(({ steps }) => steps.length > 0));
  const measured = routes.filter(({ kind }) => pageKinds.includes(kind));
  const found = await Promise.all(measured.map((route) => findingsOf(project, route)));
  const named = routes.filter(({ kind }) => [...pageKinds, "server"].includes(kind));
  return {
    routeTree: shareOf(rows, isNamed, ({ routeId }) => routeId),
    criticalPath: shareOf(
      traces.filter(isJoinedNavigation),
      reachesServer,
      ({ traceId }) => traceId,
    ),
    findings: shareOf(
      found,
      namesMainPlace,
      ({ kind, route, advice }) => `${kind} ${route}: ${advice}`,
    ),
    names: shareOf(named, isPattern, ({ kind, route }) => `${kind} ${route}`),
    vitals: await vitalsOf(project),
  };
}

const pageKinds = ["document", "navigation", "submit", "fetch"];

function shareOf<Each>(
  all: Each[],
  isRight: (each: Each) => boolean,
  textOf: (each: Each) => string,
): Share {
  const wrong = all.filter((each) => !isRight(each)).map(textOf);
  return { right: all.length - wrong.length, of: all.length, wrong };
}

/** Has a route ID or a path pattern. */
const isNamed = ({ routeId, path }: TraceJson["routeTree"][number]): boolean =>
  /^(?:root|routes\/|\/)/.test(routeId) || path !== null;

/** Browser work other than a page load, with a request answered by a server. */
function isJoinedNavigation({ spans }: TraceJson): boolean {
  if (spans.some(isLoad)) return false;
  const asked = new Set(spans.filter(({ kind }) => kind === "client").map(({ spanId }) => spanId));
  return spans.some(
    ({ kind, parentSpanId }) =>
      kind === "server" && parentSpanId !== null && asked.has(parentSpanId),
  );
}

export const isLoad = ({ name, attributes }: Span): boolean =>
  /^document ?load$/i.test(name) || attributes["sentry.op"] === "pageload";

export const isQuery = ({ attributes }: Span): boolean =>
  /^(?:SELECT|INSERT)/.test(String(attributes["db.query.text"]));

/**
 * A request shorter than its handler by clock rounding has no self time, but its work is present.
 */
const reachesServer = ({ spans }: TraceJson): boolean =>
  spans.some((span) => span.critical && (span.kind === "server" || isQuery(span)));

/** A busy machine may analyze some traces at the next request only. */
export async function findingsOf(
  project: TestProject,
  route: RouteJson,
): Promise<FindingsJson & RouteJson> {
  for (let tries = 0; ; tries++) {
    const answer = await project.get(`/routes/${route.id}/findings.json`);
    const findings = (await answer.json()) as FindingsJson;
    if (findings.looked.outOfTime === 0 || tries === 40) return { ...findings, ...route };
    await pause(250);
  }
}

/** Names the largest loader or call if it takes a fifth of the time, or else the main places. */
function namesMainPlace({ advice, loaders, waits, spread }: FindingsJson): boolean {
  const named = [
    ...loaders.map(({ routeId, share }) => ({ name: routeId, share })),
    ...waits.map(({ label, share }) => ({ name: label, share })),
  ];
  const [most] = named.toSorted((a, b) => b.share - a.share);
  const namedShare = spread.reduce((sum, { share }) => sum + share, 0);
  if (!/^\d+% of the time is in /.test(advice) || namedShare < 0.5) return false;
  if (most && most.share >= 0.2)
    return named.some(({ name, share }) => share >= most.share - 0.01 && advice.includes(name));
  return advice.includes(spread[0]!.place);
}

const isPattern = ({ route }: RouteJson): boolean =>
  route.startsWith("/") && !/kettle|broken|unknown|[?=]/.test(route);

async function vitalsOf(project: TestProject): Promise<string[]> {
  const { routes } = await readVitals(project);
  const all = ["lcp", "inp", "cls", "fcp", "ttfb", "hydration"] as const;
  return all.filter((vital) => routes.some((page) => page[vital] !== null));
}

/** Writes Markdown. */
export function writeTable(rows: Iterable<[string, ApplicationRow]>): string {
  const head = [
    "application",
    "route tree rows named",
    "path reaches the server",
    "findings",
    "names",
    "vitals",
  ];
  const text = ({ right, of }: Share) => `${right} of ${of}`;
  const lines = [...rows].map(([name, { routeTree, criticalPath, findings, names, vitals }]) => [
    name,
    text(routeTree),
    text(criticalPath),
    text(findings),
    text(names),
    vitals.join(", ") || "none sent",
  ]);
  return [head, head.map(() => "---"), ...lines]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}
