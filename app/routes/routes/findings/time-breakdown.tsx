import { depthClass } from "#app/ui/trace/depth-class.ts";
import { Branch } from "#app/ui/trace/branch.tsx";
import { ShareBar } from "#app/ui/chart/share-bar.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import type { ShownFindings, ShownWait, ShownLoader } from "./shown-findings.ts";
import { percentileName, rowQuantiles } from "#server/domain/rollup/percentiles.ts";
import { SpanLink } from "./span-link.tsx";

/** The calls where requests spend their time. Each line links to a typical trace. */
export function TimeBreakdown({ findings: { waits } }: { findings: ShownFindings }) {
  if (waits.length === 0) return null;
  return (
    <section className="part" id="breakdown">
      <h2>Time breakdown</h2>
      <WaitTable waits={waits} />
    </section>
  );
}

/** The same by loader, action, and middleware. */
export function Loaders({ findings: { loaders } }: { findings: ShownFindings }) {
  if (loaders.length === 0) return null;
  return (
    <section className="part" id="loaders">
      <h2>Loaders</h2>
      <LoaderTable loaders={loaders} />
    </section>
  );
}

const shareColumn: Column<Pick<ShownWait, "share" | "sharePercent">> = {
  head: "Share",
  className: "bar",
  cell: ({ share, sharePercent }) => (
    <>
      <ShareBar part={share} whole={1} /> {sharePercent}
    </>
  ),
};

/** Calls that requests wait for, regardless of their loader. */
function WaitTable({ waits }: { waits: ShownWait[] }) {
  return (
    <Table
      caption="Calls that requests wait for, longest first"
      rows={waits}
      keyOf={({ label }) => label}
      columns={[
        {
          head: "Waits on",
          className: "main",
          cell: ({ ref, label }) => <SpanLink to={ref}>{label}</SpanLink>,
        },
        shareColumn,
        { head: "Found in", className: "number wide", cell: ({ found }) => found },
      ]}
    />
  );
}

/** Nested loaders as in the route tree, each with its share of the response time. */
function LoaderTable({ loaders }: { loaders: ShownLoader[] }) {
  return (
    <Table
      caption="Loaders, actions, and middleware by route"
      rows={loaders}
      keyOf={({ kind, routeId }) => `${kind} ${routeId}`}
      columns={[
        { head: "Route", className: "main", cell: (loader) => <LoaderName {...loader} /> },
        shareColumn,
        { head: "Blocking", className: "number wide", cell: ({ blocked }) => blocked },
        ...rowQuantiles.map((quantile, at) => ({
          head: percentileName(quantile),
          className: quantile === 0.5 ? "number" : "number wide",
          cell: ({ percentiles }: ShownLoader) => percentiles[at],
        })),
        { head: "Self time", className: "number roomy", cell: ({ self }) => self },
        { head: "Waiting", className: "number roomy", cell: ({ waiting }) => waiting },
        { head: "Failed", className: "number wide bad", cell: ({ failed }) => failed },
      ]}
    />
  );
}

const LoaderName = ({ routeId, path, depth, kind, isClient, ref }: ShownLoader) => (
  <div className={depthClass(depth)} title={path}>
    <Branch depth={depth} />
    <SpanLink to={ref}>
      <code>{routeId}</code>
    </SpanLink>{" "}
    <span className="meta">{`${isClient ? "client " : ""}${kind}`}</span>
  </div>
);
