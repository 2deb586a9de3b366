import { href, Link } from "react-router";
import { still } from "#app/enhance/still.tsx";
import { type AskedInProject, notFound, requireProject } from "#app/guard.ts";
import { counted, grouped } from "#server/domain/count.ts";
import { Table } from "#app/ui/table.tsx";
import { type AnalyzedTrace, analyzeTrace } from "#server/domain/trace/timing/analyze.ts";
import { compareTraces } from "#server/domain/trace/compare.ts";
import { durationOf } from "#server/domain/trace/listing/summary.ts";
import { traceTitle } from "#server/domain/trace/listing/trace-title.ts";
import type { Route } from "./+types/compare.ts";
import { causeText } from "./compare/cause-text.ts";
import {
  comparedRow,
  type ComparedRow,
  type ComparedTime,
  noiseShare,
} from "./compare/compared-row.ts";
import { type ComparedTrace, Sides } from "./compare/sides.tsx";
import { shownWaterfalls } from "./compare/shown-waterfalls.ts";
import { spanMarks } from "./compare/span-marks.ts";
import { missingTraceReason, traceCalled } from "./trace-called.ts";
import { Crumbs } from "#app/ui/head.tsx";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";
import "#app/ui/styles/two-traces.css";
import type { TraceReading } from "#server/read/read-trace.ts";

const mostRows = 100;

const Waterfalls = still(async () => (await import("./compare/waterfalls.tsx")).Waterfalls);

type Read = TraceReading & { trace: AnalyzedTrace };

/** Trace comparison: `a` and `b`, or the two selected in the list. */
export async function loader(args: Route.LoaderArgs) {
  const asked = await requireProject(args, "project:read");
  const { searchParams } = args.url;
  const [a = searchParams.get("a"), b = searchParams.get("b")] = searchParams.getAll("trace");
  const [before, after] = await Promise.all([read(asked, a), read(asked, b)]);
  const now = asked.services.now();
  if (before === "unnamed" || after === "unnamed") return { kind: "unnamed" as const };
  if ("missing" in before) throw notFound(args, before.missing);
  if ("missing" in after) throw notFound(args, after.missing);
  const [sideA, sideB] = [side(before), side(after)];
  const noiseMs = noiseShare * Math.max(sideA.durationMs, sideB.durationMs);
  const operations = compareTraces(before.trace, after.trace);
  const compared = { differenceMs: sideB.durationMs - sideA.durationMs, noiseMs, operations };
  const marks = spanMarks(compared);
  const drawn = shownWaterfalls({ ...before, marks: marks.a }, { ...after, marks: marks.b });
  const rows = operations.map((each) => comparedRow(each, noiseMs));
  const more = Math.max(0, rows.length - mostRows);
  return {
    kind: "both" as const,
    a: { ...sideA, waterfall: drawn.a },
    b: { ...sideB, waterfall: drawn.b },
    cause: causeText(compared),
    rows: rows.slice(0, mostRows),
    more,
    now,
  };
}

async function read(
  asked: AskedInProject,
  name: string | null,
): Promise<Read | "unnamed" | { missing: string }> {
  if (!name) return "unnamed";
  const called = await traceCalled(asked, name);
  if (!called) return { missing: `“${name}” is not a trace ID.` };
  if ("missing" in called) return called;
  const reading = await asked.services.readTrace(asked.project.id, called.traceId);
  if (!reading) return { missing: await missingTraceReason(asked, called.traceId) };
  return { ...reading, trace: analyzeTrace(reading.spans) };
}

function side({ summary, trace }: Read): ComparedTrace {
  const { traceId, root, startedAt } = summary;
  const { tree, failedCount } = trace;
  return {
    traceId,
    name: traceTitle(root, summary),
    startedAt,
    durationMs: durationOf(summary),
    spans: tree.nodes.length,
    failed: failedCount,
  };
}

export default function Compare({ loaderData, params: { project } }: Route.ComponentProps) {
  return (
    <>
      <ProjectTitle>Trace comparison</ProjectTitle>
      <Crumbs>
        <Link to={href("/:project/traces", { project })}>Traces</Link>
      </Crumbs>
      <h1>Trace comparison</h1>
      {loaderData.kind === "unnamed" ? (
        <p className="empty">
          Select two traces in the list to compare them.{" "}
          <Link to={href("/:project/traces", { project })}>Traces</Link>
        </p>
      ) : (
        <>
          <p className="advice">{loaderData.cause}</p>
          <Sides project={project} a={loaderData.a} b={loaderData.b} now={loaderData.now} />
          <Waterfalls
            a={loaderData.a}
            b={loaderData.b}
            isSlower={loaderData.b.durationMs > loaderData.a.durationMs}
          />
          <ComparedTable rows={loaderData.rows} more={loaderData.more} />
        </>
      )}
    </>
  );
}

/** Span by span, largest own change first. */
function ComparedTable({ rows, more }: { rows: ComparedRow[]; more: number }) {
  return (
    <section className="part">
      <h2>By span</h2>
      <Table
        caption="Spans of both traces, largest own change first"
        rows={rows}
        keyOf={(_, index) => index}
        columns={[
          {
            head: "Span",
            className: "main",
            cell: ({ name, service, path, note, isSlower }) => (
              <>
                {name} <span className="meta">{service}</span>
                {note && <small className={isSlower ? "bad" : undefined}>{note}</small>}
                <small>{path}</small>
              </>
            ),
          },
          { head: "A, count", className: "number wide", cell: ({ a }) => countOf(a) },
          { head: "B, count", className: "number wide", cell: ({ b }) => countOf(b) },
          { head: "A, self", className: "number wide", cell: ({ a }) => a?.self ?? "–" },
          { head: "B, self", className: "number wide", cell: ({ b }) => b?.self ?? "–" },
          { head: "A, total", className: "number", cell: ({ a }) => a?.total ?? "–" },
          { head: "B, total", className: "number", cell: ({ b }) => b?.total ?? "–" },
          { head: "Change", className: "number wide", cell: ({ total }) => total },
          {
            head: "Own change",
            className: "number",
            cell: ({ own, isSlower }) => (
              <span className={isSlower ? "bad" : undefined}>{own}</span>
            ),
          },
        ]}
      />
      <p className="meta">
        Sorted by own change: the change in self time, plus the time that is added or saved when
        calls run less or more in parallel.
      </p>
      {more > 0 && <p className="meta">{`${counted(more, "more span")} with smaller changes.`}</p>}
    </section>
  );
}

const countOf = (time: ComparedTime | undefined): string =>
  time ? `${grouped(time.count)}×` : "–";
