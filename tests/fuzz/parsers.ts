/**
 * How a parser is fuzzed: by a target of `targets/`, by a test beside it, or the reason for
 * neither.
 */
type UnderFire = { targets: readonly string[] } | { test: string } | { trusts: string };

const ingest = [
  "envelope",
  "packed body",
  "store",
  "security report",
  "check-in by address",
  "headers and addresses",
];

/**
 * Every module that reads foreign data (`parsers.test.ts` finds them by their exports), by file or
 * folder; the longest match counts.
 */
export const parsers: { readonly [place: string]: UnderFire } = {
  "server/ingest/": { targets: ingest },
  "server/ingest/form-body.ts": { targets: ["attachments form", "feedback form"] },
  "server/ingest/sentry/attachments.ts": { targets: ["attachments form", "envelope"] },
  "server/ingest/sentry/feedback/": { targets: ["feedback form", "envelope"] },
  "server/ingest/sentry/stored-body.ts": { targets: ["envelope"] },
  "server/ingest/splice.ts": { targets: ["splice"] },
  "server/ingest/artifacts/": { targets: ["bundle"] },
  "server/ingest/otlp/": { targets: ["OTLP protobuf", "OTLP JSON"] },
  "server/ingest/otlp/exceptions/": { targets: ["stack in words", "OTLP JSON"] },
  "server/artifacts/": { targets: ["files chosen by hand", "bundle", "source map"] },
  "server/backup/": { targets: ["backup"] },
  "server/digest/spool/record.ts": { targets: ["spool record"] },
  "server/digest/spool/spool.ts": { targets: ["spool record"] },
  "server/digest/understanding.ts": { targets: ["envelope", "OTLP protobuf"] },
  "server/domain/alert/rule-form.ts": {
    trusts: "valibot's schemas take each field, `domain/form/fields.test.ts` their own",
  },
  "server/domain/artifact/asset-name.ts": { targets: ["bundle", "envelope"] },
  "server/domain/backup/schedule.ts": {
    trusts: "two numbers of two digits each, from the operator's environment",
  },
  "server/domain/feedback/feedback.ts": { trusts: "one of three words" },
  "server/domain/form/read-form.ts": {
    trusts: "valibot's schemas take each field, `domain/form/fields.test.ts` their own",
  },
  "server/domain/grouping-rules/": { targets: ["grouping rules"] },
  "server/domain/ids.ts": { targets: ["envelope", "addresses of pages"] },
  "server/domain/issue/short-id.ts": { targets: ["addresses of pages"] },
  "server/domain/markdown/": { targets: ["Markdown"] },
  "server/domain/net/": { targets: ["hosts and files"] },
  "server/domain/ownership/": { targets: ["ownership rules"] },
  "server/domain/monitor/schedule.ts": { targets: ["schedule"] },
  "server/domain/project/allowed-origin.ts": { targets: ["hosts and files"] },
  "server/domain/rollup/": { targets: ["addresses of pages"] },
  "server/domain/search/": { targets: ["issue search"] },
  "server/domain/search/traces/": { targets: ["trace search"] },
  "server/domain/search/time-range.ts": { targets: ["addresses of pages"] },
  "server/domain/sketch/": { test: "server/domain/sketch/sketch.test.ts" },
  "server/domain/source-map/parse-functions.ts": { targets: ["original source"] },
  "server/domain/source-map/source-map.ts": { targets: ["source map"] },
  "server/domain/trace/listing/trace-reference.ts": { targets: ["addresses of pages"] },
  "server/domain/trace/waterfall/trace-view.ts": { targets: ["addresses of pages"] },
  "server/domain/user-agent/": { targets: ["User-Agent"] },
  "server/domain/vital/": { targets: ["addresses of pages"] },
  "server/storage/layout/keyset.ts": { targets: ["cursor"] },
  "server/storage/": {
    trusts: "columns that the engine wrote itself, whose pages SQLite has read",
  },
};
