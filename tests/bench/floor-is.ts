/** A one-line description of each floor for the table. */
export const floorIs = {
  parsesEvents:
    "F1: node:http alone; reads, gunzips if it must, JSON.parses the same envelopes, answers; keeps nothing",
  decodesSpans:
    "F2: node:http alone; reads, gunzips if it must, decodes the same requests with protobufjs; keeps nothing",
  parsesSpans:
    "node:http alone; reads, gunzips if it must, JSON.parses the same spans as OTLP/JSON; keeps nothing",
  commitsBlobs:
    "the same parts in one zstd frame, one blob a commit, synchronous = FULL; no rows, no index",
  emptyDatabase: "the same program in its first minute",
  atRest: "the same page of the same program before the flood",
  rawScan: "a row a span in SQLite, clustered by route and time: durations read and sorted",
  tenth: "the same program with a tenth of the data, in turn",
  emptyRouter:
    "the same React tree and data through a React Router application that does nothing else, behind Express",
  rendersAlone:
    "F3: renderToString of the same tree behind node:http; no document, no data for hydration, no queries",
  sqlite: "the same program on its folder, which is SQLite, in turn",
  folder: "the same load on one process with its folder, which is SQLite, in turn",
  oneProcess: "the same load through one process, in turn",
  plainPostgres: "the same load through two processes on one server of PostgreSQL, in turn",
  untraced: "the same program with OTEL_SDK_DISABLED, in turn",
  spotlight: "its sidecar, sent the same envelopes; keeps the last in memory",
  errsole:
    "node:http that gunzips, parses and logs the same events with errsole into SQLite, answering at once",
} as const;
