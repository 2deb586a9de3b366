import { counted, percent } from "#server/domain/count.ts";
import { durationText } from "#app/ui/format/duration.ts";
import { adviceOn, isTelling, runNames } from "#server/domain/route-findings/advice.ts";
import { type Findings, worthOf } from "#server/domain/route-findings/find.ts";
import type { LoaderFinding } from "#server/domain/route-findings/loader-findings.ts";
import type { RepeatFinding } from "#server/domain/route-findings/repeat-findings.ts";
import type { SpanRef } from "#server/domain/route-findings/sampled-request.ts";
import type { Saving } from "#server/domain/route-findings/savings.ts";
import type { SerialFinding } from "#server/domain/route-findings/serial-findings.ts";
import { msAt, rowQuantiles } from "#server/domain/rollup/percentiles.ts";
import type { RouteFindings } from "#server/read/read-route.ts";

/** Findings as shown. */
export type ShownFindings = {
  advice: string;
  /** `Based on 36 of 40 sampled traces (4 no longer stored).` Also shown with empty lists. */
  basis: string;
  loaders: ShownLoader[];
  waits: ShownWait[];
  /** Largest savings first. */
  fixes: ShownFix[];
  slowest: { ref: SpanRef; startedAt: number; duration: string; advice: string }[];
};

export type ShownLoader = Pick<
  LoaderFinding,
  "depth" | "kind" | "isClient" | "routeId" | "path" | "share"
> & {
  ref: SpanRef;
  sharePercent: string;
  blocked: string;
  /** Of `rowQuantiles`. */
  percentiles: string[];
  self: string;
  waiting: string;
  failed: string;
};

export type ShownWait = {
  ref: SpanRef;
  label: string;
  share: number;
  sharePercent: string;
  found: string;
};

/** A fix with its location and savings. */
export type ShownFix = {
  ref: SpanRef;
  kind: string;
  name: string;
  note: string;
  /** Absent without savings. */
  saved?: string;
  /** The release with which it began, if that is sure. */
  since?: Began;
};

/** Routes whose modules run it. */
type Began = { release: string; routeIds: string[] };

export function shownFindings({
  findings,
  passedOver,
  slowest,
  ...looked
}: RouteFindings): ShownFindings {
  const { count } = findings;
  const isEnough = isTelling(looked.lookedAt, passedOver.outOfTime);
  return {
    advice: isEnough ? adviceOf(findings) : tooFewInTime,
    basis: basisOf(count, { ...looked, passedOver }),
    loaders: findings.loaders.map((loader) => shownLoader(loader, count)),
    waits: findings.waits.map(({ example, label, share, found }) => ({
      ref: example,
      label,
      share,
      sharePercent: percent(share, 1),
      found: `${found} of ${count}`,
    })),
    fixes: isEnough ? fixesOf(findings) : [],
    slowest: slowest.map(({ sample, findings: alone }) => ({
      ref: { traceId: sample.traceId, spanId: sample.spanId },
      startedAt: sample.startedAt,
      duration: durationText(sample.durationMs),
      advice: aloneAdvice(alone),
    })),
  };
}

const tooFewInTime =
  "Too few traces were analyzed in time to suggest a fix. Reload this page to try again.";

const adviceOf = (findings: Findings): string => (findings.count > 0 ? adviceOn(findings) : "");

/** Sorted by the total savings of all requests. */
function fixesOf({ serial, repeats, count }: Findings): ShownFix[] {
  const fixes = [
    ...serial.map((run) => ({ worth: worthOf(run), fix: shownRun(run, count) })),
    ...repeats.map((repeat) => ({ worth: worthOf(repeat), fix: shownRepeat(repeat, count) })),
  ];
  return fixes.toSorted((a, b) => b.worth - a.worth).map(({ fix }) => fix);
}

type Looked = Pick<RouteFindings, "sampled" | "lookedAt" | "passedOver">;

function basisOf(count: number, { sampled, lookedAt, passedOver }: Looked): string {
  const { notKept, tooLarge, outOfTime } = passedOver;
  const reasons = [
    ...(notKept > 0 ? [`${notKept} no longer stored`] : []),
    ...(tooLarge > 0 ? [`${tooLarge} too large to analyze here`] : []),
    ...(outOfTime > 0 ? [`${outOfTime} not analyzed before the timeout`] : []),
  ];
  const all = counted(sampled, "sampled trace");
  const traces = lookedAt === sampled ? all : `${lookedAt} of ${all}`;
  const seen = count === lookedAt ? traces : `${counted(count, "request")} of ${traces}`;
  return `Based on ${seen}${reasons.length > 0 ? ` (${reasons.join(", ")})` : ""}.`;
}

function shownLoader({ example, ...loader }: LoaderFinding, count: number): ShownLoader {
  const { routeId, path, depth, kind, isClient, share, blocked, failed } = loader;
  return {
    routeId,
    depth,
    kind,
    isClient,
    share,
    ref: example,
    ...(path !== undefined && { path }),
    sharePercent: percent(share, 1),
    blocked: blocked > 0 ? `${blocked} of ${count}` : "",
    percentiles: rowQuantiles.map((quantile) => durationText(msAt(loader.percentiles, quantile)!)),
    self: durationText(loader.selfMs),
    waiting: durationText(loader.waitingMs),
    failed: failed > 0 ? `✕ ${failed} of ${loader.ran}` : "",
  };
}

const shownRun = (run: SerialFinding, count: number): ShownFix => ({
  ref: run.example,
  kind: "Sequential calls",
  name: `Run ${runNames(run)} in parallel`,
  note: `Sequential in ${run.within}, ${durationText(run.totalMs)} · found in ${run.found} of ${count}${helpedText(run, count)}`,
  ...savingOf(run),
  ...beganWith(run.since, routeIdsIn(run.within)),
});

const beganWith = (release: string | undefined, routeIds: string[]): Pick<ShownFix, "since"> =>
  release === undefined ? {} : { since: { release, routeIds } };

/** `loader routes/cart`: the name of a loader's span ends with its route. */
const routeIdsIn = (within: string): string[] => within.split(" ").slice(1);

const savingOf = ({ savedMs, helped }: Saving): Pick<ShownFix, "saved"> =>
  helped === 0 ? {} : { saved: durationText(savedMs) };

const helpedText = ({ helped, found }: Saving & { found: number }, count: number): string =>
  helped > 0 && helped < found ? ` · saves time in ${helped} of ${count}` : "";

function shownRepeat(repeat: RepeatFinding, count: number): ShownFix {
  const { medianCount, mostCount, label, kind, totalMs, found } = repeat;
  const most = mostCount > medianCount ? `, at most ${mostCount}×` : "";
  const total = `${durationText(totalMs)} in total`;
  return {
    ref: repeat.example,
    kind: kind === "n-plus-one" ? "N+1 query" : "Repeated query",
    name: `${kind === "same" ? "Run once" : "Batch"} ${label}: runs ${medianCount}× per request${most}`,
    note: `${repeatNote(repeat)}, ${total} · found in ${found} of ${count}${helpedText(repeat, count)}`,
    ...savingOf(repeat),
    ...beganWith(repeat.since, repeat.routeIds),
  };
}

const kindNotes: { [kind in RepeatFinding["kind"]]: string } = {
  "n-plus-one": "Once for each row",
  same: "Same query each time",
  repeated: "Repeated",
};

function repeatNote({ kind, after, routeIds }: RepeatFinding): string {
  const of = after === undefined ? "" : ` of ${after}`;
  const where =
    routeIds.length > 1
      ? `, across ${routeIds.join(", ")}`
      : routeIds[0]
        ? `, in ${routeIds[0]}`
        : "";
  return `${kindNotes[kind]}${of}${where}`;
}

/** For a single trace, `in 1 of 1` is redundant. */
const aloneAdvice = (alone: Findings): string =>
  adviceOn(alone).replaceAll(" in 1 of 1 requests.", ".");
