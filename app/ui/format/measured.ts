import type { Json } from "#server/domain/json.ts";
import { bytesText } from "./bytes.ts";
import { durationText } from "./duration.ts";

const bytes = /(?:memory|storage|heap|bytes|content_length|(?:body|file|storage|memory)[._]?size)/i;
const milliseconds = /(?:[._]ms|duration|elapsed|latency)$|Ms$/;

/** A number formatted by the unit in its name: `81 MiB`, `412 ms`. */
export function measuredText(name: string, value: Json): string | undefined {
  if (typeof value !== "number" || !Number.isFinite(value) || value < 0) return undefined;
  if (milliseconds.test(name)) return durationText(value);
  return bytes.test(name) && value >= 1024 ? bytesText(value) : undefined;
}
