import { Branch } from "#app/ui/branch.tsx";
import { depthClass } from "#app/ui/depth-class.ts";
import { Table } from "#app/ui/table.tsx";
import { ShareBar } from "#app/ui/share-bar.tsx";
import type { ShownLoader } from "./shown-findings.ts";
import { SpanLink } from "./span-link.tsx";

/** The nested loaders as the route tree has them, with each one's share of the response time. */
export function LoaderTable({ loaders }: { loaders: ShownLoader[] }) {
  return (
    <Table
      caption="Loaders, actions, and middleware by route"
      rows={loaders}
      keyOf={({ kind, routeId }) => `${kind} ${routeId}`}
      columns={[
        { head: "Route", className: "main", cell: (loader) => <LoaderName {...loader} /> },
        {
          head: "Share",
          className: "bar",
          cell: ({ share, sharePercent }) => (
            <>
              <ShareBar part={share} whole={1} /> {sharePercent}
            </>
          ),
        },
        { head: "Blocking", className: "number wide", cell: ({ blocked }) => blocked },
        { head: "p50", className: "number", cell: ({ median }) => median },
        { head: "p95", className: "number wide", cell: ({ p95 }) => p95 },
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
