import { durationText } from "#app/ui/format/duration.ts";
import { type ComparedOperation, ownDifferenceMs } from "#server/domain/trace/compare.ts";
import { overlapText } from "./compared-row.ts";

type Compared = { differenceMs: number; noiseMs: number; operations: ComparedOperation[] };

/**
 * `B is 71.1 ms slower. In loader routes/checkout, … and … ran in parallel in A and run sequentially
 * in B: 67.2 ms longer.`
 */
export function causeText({ differenceMs, noiseMs, operations }: Compared): string {
  if (Math.abs(differenceMs) <= noiseMs) return "A and B took about the same time.";
  const isSlower = differenceMs > 0;
  const whole = `B is ${durationText(Math.abs(differenceMs))} ${isSlower ? "slower" : "faster"}.`;
  const cause = operations.find((each) => ownDifferenceMs(each) > 0 === isSlower);
  return cause === undefined || Math.abs(ownDifferenceMs(cause)) <= noiseMs
    ? whole
    : `${whole} ${partText(cause)}`;
}

function partText(cause: ComparedOperation): string {
  const { name, lostOverlapMs, selfDifferenceMs, apart, before, after } = cause;
  if (Math.abs(lostOverlapMs) > Math.abs(selfDifferenceMs)) {
    if (apart.length < 2) return `${overlapText(cause)} in ${name}.`;
    return `In ${name}, ${listed(apart)} ran in parallel in A and run sequentially in B: ${durationText(lostOverlapMs)} longer.`;
  }
  const ms = durationText(Math.abs(selfDifferenceMs));
  if (!before) return `${name} is only in B: ${ms}.`;
  if (!after) return `${name} is only in A: ${ms}.`;
  const counts =
    before.count === after.count ? "" : `, ${after.count}× instead of ${before.count}×`;
  return `${name} takes ${ms} ${selfDifferenceMs > 0 ? "longer" : "less"}${counts}.`;
}

const mostListed = 4;

function listed(names: string[]): string {
  const more = names.length - mostListed;
  const shown = more > 0 ? [...names.slice(0, mostListed), `${more} more`] : names;
  return new Intl.ListFormat("en").format(shown);
}
