import { counted, percent } from "#app/ui/count.ts";
import { durationText } from "#app/ui/duration.ts";
import { adviceOn, runNames } from "#server/domain/route-findings/advice.ts";
import type { Findings } from "#server/domain/route-findings/find.ts";
import type { LoaderFinding } from "#server/domain/route-findings/loader-findings.ts";
import type { RepeatFinding } from "#server/domain/route-findings/repeat-findings.ts";
import type { SpanRef } from "#server/domain/route-findings/sampled-request.ts";
import type { Saving } from "#server/domain/route-findings/savings.ts";
import type { SerialFinding } from "#server/domain/route-findings/serial-findings.ts";
import type { RouteFindings } from "#server/services.ts";

/** What was found, as it is printed. */
export type ShownFindings = {
  advice: string;
  /** `Found in 36 of 40 sampled traces; 4 are no longer kept.` Empty lists need it as much as full ones. */
  basis: string;
  loaders: ShownLoader[];
  waits: ShownWait[];
  serial: ShownSaving[];
  repeats: ShownRepeat[];
  slowest: { ref: SpanRef; startedAt: number; duration: string; advice: string }[];
};

export type ShownLoader = Pick<LoaderFinding, "depth" | "kind" | "isClient" | "routeId" | "path" | "share"> & {
  ref: SpanRef;
  sharePercent: string;
  blocked: string;
  median: string;
  p95: string;
  self: string;
  waiting: string;
  failed: string;
};

export type ShownWait = { ref: SpanRef; label: string; share: number; sharePercent: string; found: string };

export type ShownRepeat = ShownSaving & { count: string; most?: string };

/** Something to do, where it is, and what it is worth. */
export type ShownSaving = {
  ref: SpanRef;
  name: string;
  note: string;
  found: string;
  total: string;
  saved: string;
  helped?: string;
};

export function shownFindings({ findings, passedOver, slowest, ...looked }: RouteFindings): ShownFindings {
  const { count } = findings;
  return {
    advice: count > 0 ? adviceOn(findings) : "",
    basis: basisOf(count, { ...looked, passedOver }),
    loaders: findings.loaders.map((loader) => shownLoader(loader, count)),
    waits: findings.waits.map(({ example, label, share, found }) => ({
      ...{ ref: example, label, share, sharePercent: percent(share, 1), found: `${found} of ${count}` },
    })),
    serial: findings.serial.map((run) => shownRun(run, count)),
    repeats: findings.repeats.map((repeat) => shownRepeat(repeat, count)),
    slowest: slowest.map(({ sample, findings: alone }) => ({
      ref: { traceId: sample.traceId, spanId: sample.spanId },
      startedAt: sample.startedAt,
      duration: durationText(sample.durationMs),
      advice: aloneAdvice(alone),
    })),
  };
}

type Looked = Pick<RouteFindings, "sampled" | "lookedAt" | "passedOver">;

function basisOf(count: number, { sampled, lookedAt, passedOver }: Looked): string {
  const { notKept, tooLarge, outOfTime } = passedOver;
  const reasons = [
    ...(notKept > 0 ? [`${notKept} no longer kept`] : []),
    ...(tooLarge > 0 ? [`${tooLarge} too large to look at here`] : []),
    ...(outOfTime > 0 ? [`no time for ${outOfTime}`] : []),
  ];
  const all = counted(sampled, "sampled trace");
  const traces = lookedAt === sampled ? all : `${lookedAt} of ${all}`;
  const seen = count === lookedAt ? traces : `${counted(count, "request")} of ${traces}`;
  return `Found in ${seen}${reasons.length > 0 ? ` (${reasons.join(", ")})` : ""}.`;
}

function shownLoader({ example, ...loader }: LoaderFinding, count: number): ShownLoader {
  const { routeId, path, depth, kind, isClient, share, blocked, failed } = loader;
  return {
    ...{ routeId, depth, kind, isClient, share, ref: example, ...(path !== undefined && { path }) },
    sharePercent: percent(share, 1),
    blocked: blocked > 0 ? `${blocked} of ${count}` : "",
    median: durationText(loader.medianMs),
    p95: durationText(loader.p95Ms),
    self: durationText(loader.selfMs),
    waiting: durationText(loader.waitingMs),
    failed: failed > 0 ? `✕ ${failed} of ${loader.ran}` : "",
  };
}

const shownRun = (run: SerialFinding, count: number): ShownSaving => ({
  ref: run.example,
  name: runNames(run),
  note: `one after the other in ${run.within}`,
  found: `${run.found} of ${count}`,
  total: durationText(run.totalMs),
  ...shownSaving(run, count),
});

function shownSaving({ savedMs, helped, found }: Saving & { found: number }, count: number) {
  if (helped === 0) return { saved: "" };
  return { saved: durationText(savedMs), ...(helped < found && { helped: `in ${helped} of ${count}` }) };
}

function shownRepeat(repeat: RepeatFinding, count: number): ShownRepeat {
  const { medianCount, mostCount } = repeat;
  return {
    ...{ ref: repeat.example, name: repeat.label, note: repeatNote(repeat), found: `${repeat.found} of ${count}` },
    count: `${medianCount} ×`,
    ...(mostCount > medianCount && { most: `${mostCount} at most` }),
    total: durationText(repeat.totalMs),
    ...shownSaving(repeat, count),
  };
}

const kindNotes: { [kind in RepeatFinding["kind"]]: string } = {
  "n-plus-one": "N+1: once for each row",
  same: "the same question each time",
  repeated: "again and again",
};

function repeatNote({ kind, after, routeIds }: RepeatFinding): string {
  const of = after === undefined ? "" : ` of ${after}`;
  const where = routeIds.length > 1 ? `, across ${routeIds.join(", ")}` : routeIds[0] ? `, in ${routeIds[0]}` : "";
  return `${kindNotes[kind]}${of}${where}`;
}

/** Of one trace alone `in 1 of 1` says nothing. */
const aloneAdvice = (alone: Findings): string => adviceOn(alone).replaceAll(" in 1 of 1 requests.", ".");
