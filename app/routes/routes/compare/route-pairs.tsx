import { href, Link, useParams } from "react-router";
import { SpanLink } from "#app/routes/routes/findings/span-link.tsx";
import { Branch } from "#app/ui/trace/branch.tsx";
import { depthClass } from "#app/ui/trace/depth-class.ts";
import { Table } from "#app/ui/table.tsx";
import type { ShownComparison, ShownRoutePair, ShownSide } from "./shown-comparison.ts";
import type { TypicalTrace } from "#server/read/typical-traces.ts";

type Props = Pick<ShownComparison, "from" | "to" | "routes" | "samples">;

/** A typical trace of each release with aligned route trees. */
export function RoutePairs({ from, to, routes, samples }: Props) {
  return (
    <section className="part">
      <h2>Typical trace of each</h2>
      <p className="meta">{visitSentence({ from, to, samples })}</p>
      <Table
        caption={`Routes in a trace of ${from} and in a trace of ${to}`}
        rows={routes}
        keyOf={({ routeId }) => routeId}
        columns={[
          { head: "Route", className: "main", cell: (route) => <RouteName {...route} /> },
          {
            head: from,
            className: "number",
            cell: (route) => <Side side={route.from} sample={samples.from} />,
          },
          {
            head: to,
            className: "number",
            cell: (route) => <Side side={route.to} sample={samples.to} />,
          },
          {
            head: "Difference",
            className: "number",
            cell: ({ difference, isSlower }) => (
              <span className={isSlower ? "bad" : undefined}>{difference}</span>
            ),
          },
          {
            head: `Blocking, ${from}`,
            className: "number wide",
            cell: (route) => route.from?.blocked,
          },
          { head: `Blocking, ${to}`, className: "number wide", cell: (route) => route.to?.blocked },
        ]}
        empty={
          <p className="meta">
            {samples.from || samples.to
              ? "The spans of these traces have no route IDs."
              : "No traces of these releases are stored."}
          </p>
        }
      />
      <SpanBySpan samples={samples} />
    </section>
  );
}

const visitNames = {
  "page load": "a page load",
  navigation: "a navigation",
  request: "a request without browser spans",
};

/**
 * Traces of different visit types have different spans; says so if no comparable pair is stored.
 */
function visitSentence({
  from,
  to,
  samples,
}: Pick<Props, "from" | "to" | "samples">): string | undefined {
  const [before, after] = [samples.from?.visit, samples.to?.visit];
  if (!before || !after) return undefined;
  if (before === after) return `Each is ${visitNames[after]} near its release's median.`;
  return `No two comparable traces are stored: ${from} is ${visitNames[before]}, ${to} is ${visitNames[after]}.`;
}

const RouteName = ({ routeId, path, depth }: ShownRoutePair) => (
  <div className={depthClass(depth)} title={path}>
    <Branch depth={depth} />
    <code>{routeId}</code>
  </div>
);

function Side({ side, sample }: { side: ShownSide | undefined; sample: TypicalTrace | undefined }) {
  if (!side?.spanId || !sample) return side?.time;
  const span = { traceId: sample.traceId, spanId: side.spanId as TypicalTrace["spanId"] };
  return (
    <span className={side.failed ? "bad" : undefined}>
      {side.failed && "× "}
      <SpanLink to={span}>{side.time}</SpanLink>
    </span>
  );
}

function SpanBySpan({ samples: { from, to } }: Pick<Props, "samples">) {
  const { project = "" } = useParams();
  if (!from || !to) return null;
  const search = `?${new URLSearchParams({ a: from.traceId, b: to.traceId })}`;
  return (
    <p>
      <Link to={{ pathname: href("/:project/traces/compare", { project }), search }}>
        Compare the two traces span by span
      </Link>
    </p>
  );
}
