import { useLocation } from "react-router";
import { RouteTreeTable } from "#app/ui/trace/route-tree.tsx";
import type { ShownRouteTree } from "#app/ui/trace/shown-route-tree.ts";
import { useTracePath } from "./trace-links.ts";

/** A tree for each navigation or request in the trace. */
export function RouteTrees({ trees }: { trees: ShownRouteTree[] }) {
  const { search } = useLocation();
  const tracePath = useTracePath();
  if (trees.length === 0) return <NoRouteTree />;
  const isOne = trees.length === 1;
  return (
    <section className="part">
      <h2>{isOne ? "Route tree" : "Route trees"}</h2>
      {trees.map((tree) => (
        <div key={tree.spanId}>
          {!isOne && <h3>{tree.name}</h3>}
          <RouteTreeTable
            tree={tree}
            caption={`Routes of ${tree.name}`}
            toSpan={(spanId) => ({
              pathname: `${tracePath}/spans/${spanId}`,
              search,
              hash: "span",
            })}
          />
        </div>
      ))}
    </section>
  );
}

function NoRouteTree() {
  return (
    <section className="part">
      <h2>Route tree</h2>
      <p className="meta">
        No span reports a route (<code>http.route</code>) or a React Router loader.
      </p>
    </section>
  );
}
