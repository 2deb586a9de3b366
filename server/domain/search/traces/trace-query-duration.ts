import type { Range } from "./trace-query.ts";

const unitMs: { [unit: string]: number } = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1e3,
  m: 60e3,
  min: 60e3,
  h: 3600e3,
};
const amount = /^(\d+(?:\.\d+)?(?:e[-+]?\d+)?)(ns|us|µs|ms|s|min|m|h)?$/;

/**
 * `>100ms`, `>=1.5s`, `<2m`, `100ms..2s`. Bounds are inclusive, and milliseconds without a unit.
 */
export function readDurationRange(text: string): Range | undefined {
  const [, sign, bound] = /^([<>]=?)(.*)$/.exec(text) ?? [];
  if (sign !== undefined) {
    const ms = readDuration(bound!);
    if (ms === undefined) return undefined;
    return sign.startsWith(">") ? { atLeast: ms } : { atMost: ms };
  }
  const [from, to, ...rest] = text.split("..").map(readDuration);
  return from === undefined || to === undefined || rest.length > 0
    ? undefined
    : { atLeast: from, atMost: to };
}

function readDuration(text: string): number | undefined {
  const [, number, unit = "ms"] = amount.exec(text) ?? [];
  const ms = Number(number) * unitMs[unit]!;
  return number !== undefined && Number.isFinite(ms) ? ms : undefined;
}

/** `>100`, `>=5`, `7`, `10..100`: whole numbers. */
export function readCountRange(text: string): Range | undefined {
  const [, from, to] = /^(\d{1,12})\.\.(\d{1,12})$/.exec(text) ?? [];
  if (from !== undefined) return { atLeast: Number(from), atMost: Number(to) };
  const [, sign = "=", digits] = /^([<>]=?)?(\d{1,12})$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const count = Number(digits);
  if (sign === "=") return { atLeast: count, atMost: count };
  if (sign.startsWith(">")) return { atLeast: sign === ">" ? count + 1 : count };
  return { atMost: sign === "<" ? count - 1 : count };
}

/** The intersection of both ranges; undefined if it is empty. */
export function narrow(a: Range | undefined, b: Range): Range | undefined {
  const atLeast = Math.max(a?.atLeast ?? 0, b.atLeast ?? 0);
  const atMost = Math.min(a?.atMost ?? Infinity, b.atMost ?? Infinity);
  if (atLeast > atMost) return undefined;
  const hasLeast = a?.atLeast !== undefined || b.atLeast !== undefined;
  return { ...(hasLeast && { atLeast }), ...(atMost !== Infinity && { atMost }) };
}
