import type { ReactNode } from "react";
import { href, Link, useParams } from "react-router";
import { SpanLink } from "#app/routes/routes/findings/span-link.tsx";
import { Branch } from "#app/ui/branch.tsx";
import { depthClass } from "#app/ui/depth-class.ts";
import type { TypicalTrace } from "#server/services.ts";
import type { ShownComparison, ShownRoutePair, ShownSide } from "./shown-comparison.ts";

type Props = Pick<ShownComparison, "from" | "to" | "routes" | "samples">;

/** A trace of each release that took as long as usual, their route trees aligned. */
export function RoutePairs({ from, to, routes, samples }: Props) {
  return (
    <section className="part">
      <h2>A usual trace of each</h2>
      {routes.length === 0 ? (
        <p className="meta">
          {samples.from || samples.to
            ? "The spans of these traces tell of no routes."
            : "No trace of either release is kept any more."}
        </p>
      ) : (
        <table className="ledger findings-table">
          <caption>{`Routes of a trace of ${from} and of one of ${to}`}</caption>
          <thead>
            <tr>
              <th scope="col">Route</th>
              <Head>{from}</Head>
              <Head>{to}</Head>
              <Head>Difference</Head>
              <Head more>Blocked, {from}</Head>
              <Head more>Blocked, {to}</Head>
            </tr>
          </thead>
          <tbody>
            {routes.map((route) => (
              <Row key={route.routeId} route={route} samples={samples} />
            ))}
          </tbody>
        </table>
      )}
      <SpanBySpan samples={samples} />
    </section>
  );
}

const Head = ({ more = false, children }: { more?: boolean; children: ReactNode }) => (
  <th scope="col" className={more ? "number more" : "number"}>
    {children}
  </th>
);

function Row({ route, samples }: { route: ShownRoutePair; samples: Props["samples"] }) {
  const { routeId, path, depth, from, to, difference, isSlower } = route;
  return (
    <tr>
      <th scope="row" className={depthClass(depth)} title={path}>
        <Branch depth={depth} />
        <code>{routeId}</code>
      </th>
      <Side side={from} sample={samples.from} />
      <Side side={to} sample={samples.to} />
      <td className={isSlower ? "number bad" : "number"}>{difference}</td>
      <td className="number more">{from?.blocked}</td>
      <td className="number more">{to?.blocked}</td>
    </tr>
  );
}

function Side({ side, sample }: { side?: ShownSide; sample?: TypicalTrace }) {
  if (!side?.spanId || !sample) return <td className="number">{side?.time}</td>;
  const span = { traceId: sample.traceId, spanId: side.spanId as TypicalTrace["spanId"] };
  return (
    <td className={side.failed ? "number bad" : "number"}>
      {side.failed && "✕ "}
      <SpanLink to={span}>{side.time}</SpanLink>
    </td>
  );
}

function SpanBySpan({ samples: { from, to } }: Pick<Props, "samples">) {
  const { project = "" } = useParams();
  if (!from || !to) return null;
  const search = `?${new URLSearchParams({ a: from.traceId, b: to.traceId })}`;
  return (
    <p>
      <Link to={{ pathname: href("/:project/traces/compare", { project }), search }}>
        The two traces, operation by operation
      </Link>
    </p>
  );
}
