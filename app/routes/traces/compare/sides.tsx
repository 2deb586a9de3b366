import { href, Link } from "react-router";
import { grouped } from "#server/domain/count.ts";
import { durationText } from "#app/ui/format/duration.ts";
import { ShareBar } from "#app/ui/chart/share-bar.tsx";
import { Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/format/time.tsx";

export type ComparedTrace = {
  traceId: string;
  name: string;
  startedAt: number;
  durationMs: number;
  spans: number;
  failed: number;
};

/** The traces as a whole. */
export function Sides({
  project,
  a,
  b,
  now,
}: {
  project: string;
  a: ComparedTrace;
  b: ComparedTrace;
  now: number;
}) {
  const longest = Math.max(a.durationMs, b.durationMs);
  const swapped = `?${new URLSearchParams({ a: b.traceId, b: a.traceId })}`;
  return (
    <>
      <Table
        caption="Traces"
        rows={[a, b]}
        keyOf={(_, index) => index}
        columns={[
          {
            head: <span className="hidden">Order</span>,
            cell: (_, index) => (index === 0 ? "A" : "B"),
          },
          {
            head: "Trace",
            isRowHead: true,
            className: "main",
            cell: (side) => <Name {...{ project, side, now }} />,
          },
          {
            head: <span className="hidden">Share of the longer</span>,
            className: "bar wide",
            cell: ({ durationMs }) => <ShareBar part={durationMs} whole={longest} />,
          },
          {
            head: "Duration",
            className: "number",
            cell: ({ durationMs }) => durationText(durationMs),
          },
          { head: "Spans", className: "number wide", cell: ({ spans }) => grouped(spans) },
          {
            head: "Failed",
            className: "number",
            cell: ({ failed }) => (
              <span className={failed > 0 ? "bad" : undefined}>{grouped(failed)}</span>
            ),
          },
        ]}
      />
      <p>
        <Link to={swapped}>Swap A and B</Link>
      </p>
    </>
  );
}

function Name({ project, side, now }: { project: string; side: ComparedTrace; now: number }) {
  const { traceId, name, startedAt } = side;
  return (
    <>
      <Link to={href("/:project/traces/:trace", { project, trace: traceId })}>{name}</Link>{" "}
      <small>
        <code>{traceId.slice(0, 8)}</code> <Time at={startedAt} now={now} />
      </small>
    </>
  );
}
