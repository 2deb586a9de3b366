import { Branch } from "#app/ui/branch.tsx";
import { depthClass } from "#app/ui/depth-class.ts";
import { ShareBar } from "#app/ui/share-bar.tsx";
import type { ShownLoader } from "./shown-findings.ts";
import { SpanLink } from "./span-link.tsx";

/** The nested loaders as the route tree has them, with what each one's share of the wait is. */
export function LoaderTable({ loaders }: { loaders: ShownLoader[] }) {
  return (
    <>
      <h3>Its loaders</h3>
      <table className="ledger findings-table">
        <caption>Loaders, actions and middleware by route, with their share of the wait</caption>
        <thead>
          <tr>
            <th scope="col">Route</th>
            <th scope="col" className="share">
              <span className="hidden">Bar of its share</span>
            </th>
            <th scope="col" className="number">
              Of the wait
            </th>
            <th scope="col" className="number">
              Blocked
            </th>
            <th scope="col" className="number">
              Median
            </th>
            <th scope="col" className="number more">
              p95
            </th>
            <th scope="col" className="number more">
              Own code
            </th>
            <th scope="col" className="number more">
              Waiting
            </th>
            <th scope="col" className="number more">
              Failed
            </th>
          </tr>
        </thead>
        <tbody>
          {loaders.map((loader) => (
            <Row key={`${loader.kind} ${loader.routeId}`} {...loader} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function Row({ routeId, path, depth, kind, isClient, ref, share, ...printed }: ShownLoader) {
  return (
    <tr>
      <th scope="row" className={depthClass(depth)} title={path}>
        <Branch depth={depth} />
        <SpanLink to={ref}>
          <code>{routeId}</code>
        </SpanLink>{" "}
        <span className="meta">{`${isClient ? "client " : ""}${kind}`}</span>
      </th>
      <td className="share">
        <ShareBar part={share} whole={1} />
      </td>
      <td className="number">{printed.sharePercent}</td>
      <td className="number">{printed.blocked}</td>
      <td className="number">{printed.median}</td>
      <td className="number more">{printed.p95}</td>
      <td className="number more">{printed.self}</td>
      <td className="number more">{printed.waiting}</td>
      <td className={printed.failed === "" ? "number more" : "number more bad"}>{printed.failed}</td>
    </tr>
  );
}
