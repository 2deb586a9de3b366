import type { ScannedSpan } from "./scanned-span.ts";

const withoutMore = {
  parentSpanId: undefined,
  parentIsRemote: undefined,
  status: "unset",
  environment: undefined,
  release: undefined,
  route: undefined,
  pathPattern: undefined,
  method: undefined,
  isBrowser: false,
  words: undefined,
} as const satisfies Partial<ScannedSpan>;

type Needed = Omit<ScannedSpan, keyof typeof withoutMore>;

/** For tests: a span with these fields only. */
export const scannedSpan = (fields: Needed & Partial<ScannedSpan>): ScannedSpan => ({
  ...withoutMore,
  ...fields,
});
