/**
 * Every budget with its figures and those measured beside them. A suite cannot create other figures
 * (`FigureName`), a run reports unmeasured ones, and `budgets.test.ts` compares the list with the
 * suites.
 */
export const budgets = [
  {
    part: "Take in",
    rows: [
      {
        what: "events, end to end",
        figures: [
          "events end to end, gzip'd",
          "events end to end, plain",
          "events CPU each, end to end, gzip'd",
          "events CPU each, end to end, plain",
        ],
      },
      {
        what: "events, acknowledged in a burst, nothing lost, drained afterwards, pages inside their budgets meanwhile",
        figures: [
          "events acknowledged in a burst, gzip'd",
          "events acknowledged in a burst, plain",
          "events answered in a burst, p50, gzip'd",
          "events answered in a burst, p50, plain",
          "events answered in a burst, p99, gzip'd",
          "events answered in a burst, p99, plain",
          "events refused in a burst",
          "events accepted and lost",
          "events drained, after a burst",
          "the issue list under full ingest, p50",
          "the issue list under full ingest, p99",
        ],
      },
      {
        what: "spans, acknowledged after commit",
        figures: [
          "spans acknowledged, gzip'd, against protobufjs",
          "spans acknowledged, gzip'd, against JSON.parse",
          "spans acknowledged, plain, against protobufjs",
          "spans acknowledged, plain, against JSON.parse",
          "spans answered in a burst, gzip'd, p99",
          "spans answered in a burst, plain, p99",
          "spans refused in a burst",
          "spans accepted and lost",
        ],
      },
      {
        what: "spans, end to end",
        figures: [
          "spans end to end, gzip'd, against protobufjs",
          "spans end to end, plain, against protobufjs",
          "spans, CPU each, end to end, gzip'd",
          "spans, CPU each, end to end, plain",
          "spans stored",
          "spans stored, CPU each",
        ],
      },
      {
        what: "rate at 40 M spans against an empty database",
        figures: ["spans stored, a full database beside an empty one"],
      },
      {
        what: "against peers in the same run",
        figures: [
          "events accepted, against @spotlightjs/spotlight",
          "events accepted, against errsole",
          "events acknowledged and lost at kill -9",
          "events acknowledged and lost at kill -9, @spotlightjs/spotlight",
          "events acknowledged and lost at kill -9, errsole",
        ],
      },
      {
        what: "answer time at half of capacity; at ten times capacity",
        figures: [
          "answers at half of capacity, p99",
          "answers at ten times capacity, the slowest",
          "answers at ten times capacity, accepted",
          "answers at ten times capacity, lost",
        ],
      },
      {
        what: "hostile cardinality: made-up names of every dimension from one key",
        figures: [
          "a page of a project with made-up names, beside another project's, the worst",
          "answers to another project's events while names are made up, p99",
          "resident memory while names are made up, peak",
        ],
      },
      {
        what: "from acknowledged to on the page",
        figures: ["acknowledged to on the page at half of capacity"],
      },
      {
        what: "event-loop delay of the page-serving thread under full ingest",
        figures: [
          "event-loop delay of the page thread under full ingest, p99",
          "a trivial answer under full ingest, p99",
        ],
      },
      { what: "the measuring itself", figures: ["the generator's own limit"] },
    ],
  },
  {
    part: "Keep",
    rows: [
      {
        what: "bytes on disk per span",
        figures: ["on disk, a span, everything included", "on disk, a span, in the store alone"],
      },
      {
        what: "bytes on disk per event of 25 kB of JSON: mixed, regrouped by issue",
        figures: [
          "on disk, an event of 25 kB of JSON, mixed",
          "on disk, an event of 25 kB of JSON, packed by issue",
        ],
      },
      {
        what: "30-day percentiles of one route and of 200, flat as the data grows tenfold",
        figures: [
          "percentiles of one route, 30 days, beside a raw scan",
          "percentiles of 200 routes, beside a raw scan",
          "percentiles of 200 routes in one environment",
          "percentiles of one route, beside a tenth of the spans",
          "percentiles of 200 routes, beside a tenth of the spans",
          "a batch that adds to 20 operations, committed",
        ],
      },
      {
        what: "issue list, any sort or filter, in the store; at ten times the data",
        figures: [
          "issue list in the store, any query and sort, p95",
          "issue list in the store, beside a tenth of the issues, p95",
          "facets of 1,000 issues, p95",
        ],
      },
      {
        what: "trace by id; search on an indexed attribute",
        figures: [
          "a trace by its id",
          "traces by an indexed attribute",
          "traces by two and a duration",
          "traces by a rare attribute",
          "traces by patterns, numbers, OR",
          "traces by what no index has",
          "traces sorted by duration",
        ],
      },
      {
        what: "resident memory: idle, under full load",
        figures: ["resident memory, idle", "resident memory under full ingest, peak"],
      },
    ],
  },
  {
    part: "Keep, on PostgreSQL",
    rows: [
      {
        what: "bytes on disk per span on PostgreSQL, and both engines side by side",
        figures: [
          "on PostgreSQL, events end to end",
          "on PostgreSQL, spans end to end",
          "on PostgreSQL, a trace by its id",
          "on PostgreSQL, the issue list",
          "on PostgreSQL, every page, geometric mean",
          "on PostgreSQL, on disk, a span",
        ],
      },
      {
        what: "one project through several processes: what the database does for each event and span, and how much it waits",
        figures: [
          "on PostgreSQL, events end to end, 2 processes",
          "on PostgreSQL, events end to end, 4 processes",
          "on PostgreSQL, events, waiting for locks, 1 process",
          "on PostgreSQL, events, waiting for locks, 2 processes",
          "on PostgreSQL, events, waiting for locks, 4 processes",
          "on PostgreSQL, spans, waiting for locks, 1 process",
          "on PostgreSQL, spans, waiting for locks, 2 processes",
          "on PostgreSQL, spans, waiting for locks, 4 processes",
          "on PostgreSQL, events, database CPU each, 2 processes",
          "on PostgreSQL, events, database CPU each, 4 processes",
          "on PostgreSQL, events, database CPU each, 8 processes",
          "on PostgreSQL, spans, database CPU each, 2 processes",
          "on PostgreSQL, spans, database CPU each, 4 processes",
          "on PostgreSQL, spans, database CPU each, 8 processes",
          "on PostgreSQL, events, CPU of all programs each, 1 process",
          "on PostgreSQL, events, CPU of all programs each, 4 processes",
          "on PostgreSQL, spans, CPU of all programs each, 1 process",
          "on PostgreSQL, spans, CPU of all programs each, 4 processes",
          "on PostgreSQL, the issue list, CPU of all programs, 1 process",
          "on PostgreSQL, the issue list, database CPU, 2 processes",
          "on PostgreSQL, the issue list, database CPU, 4 processes",
          "on PostgreSQL, at rest, database CPU, 2 processes",
          "on PostgreSQL, at rest, database CPU, 8 processes",
          "on PostgreSQL, at rest, CPU of a process, 2 processes",
        ],
      },
      {
        what: "the same on a Citus cluster of a coordinator and two workers, beside one server of PostgreSQL",
        figures: [
          "on Citus, events, database CPU each, 2 processes",
          "on Citus, spans, database CPU each, 2 processes",
          "on Citus, the issue list, database CPU, 2 processes",
          "on Citus, at rest, database CPU, 2 processes",
        ],
      },
    ],
  },
  {
    part: "Show",
    rows: [
      {
        what: "server CPU for the issue list",
        figures: [
          "issue list, CPU, against an empty React Router app",
          "issue list, CPU, against renderToString alone",
          "issue list, .data request, CPU",
        ],
      },
      {
        what: "pages/s of the issue list",
        figures: [
          "issue list, pages, against an empty React Router app",
          "issue list, pages, against renderToString alone",
        ],
      },
      { what: "first 200 after npm start", figures: ["npm start to the first page"] },
      {
        what: "HTML gzip'd: any page, a trace of 2,000 spans, of 10,000",
        figures: [
          "HTML gzip'd, the issue list",
          "HTML gzip'd, the largest of all pages",
          "HTML gzip'd, a trace of 2,000 spans",
          "HTML gzip'd, a trace of 10,000 spans",
        ],
      },
      {
        what: "CSS, our own JavaScript, telemetry, gzip'd",
        figures: [
          "CSS gzip'd",
          "our own JavaScript gzip'd, the issue list",
          "our own JavaScript gzip'd, the heaviest page",
          "telemetry gzip'd, loaded after hydration",
        ],
      },
      {
        what: "requests before a page can be read with JavaScript off",
        figures: ["requests before a page can be read, JavaScript off"],
      },
      {
        what: "page with JavaScript off, 10,000-span trace, open to readable",
        figures: ["a trace of 10,000 spans, JavaScript off, open to readable"],
      },
      {
        what: "enhanced navigation between an issue's tabs",
        figures: ["requests of a change of tabs", "layout shift of a change of tabs (CLS)"],
      },
      {
        what: "cost of Spoor's own tracing on a page",
        figures: ["issue list, CPU, traced by itself, against untraced"],
      },
      {
        what: "Lighthouse: the least of performance, accessibility, best practices",
        figures: [
          "Lighthouse, the overview",
          "Lighthouse, the issue list",
          "Lighthouse, an issue",
          "Lighthouse, a route",
          "Lighthouse, a release",
          "Lighthouse, a trace",
        ],
      },
    ],
  },
  {
    part: "Build and test",
    rows: [
      {
        what: "npm ci, npm run build",
        figures: ["npm ci, without the node package", "npm run build"],
      },
      { what: "npm run check, npm test", figures: ["npm run check", "npm test"] },
      { what: "run-time packages", figures: ["run-time packages"] },
    ],
  },
] as const;

type Row = (typeof budgets)[number]["rows"][number];
export type FigureName = Row["figures"][number];

export const figureNames: FigureName[] = budgets.flatMap(({ rows }) =>
  rows.flatMap(({ figures }): readonly FigureName[] => figures),
);
