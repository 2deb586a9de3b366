import { href, Link } from "react-router";
import { grouped } from "#app/ui/count.ts";
import { durationText } from "#app/ui/duration.ts";
import { ShareBar } from "#app/ui/share-bar.tsx";
import { Time } from "#app/ui/time.tsx";

export type ComparedTrace = {
  traceId: string;
  name: string;
  startedAt: number;
  durationMs: number;
  spans: number;
  failed: number;
};

/** Traces as a whole. */
export function Sides({ project, a, b, now }: { project: string; a: ComparedTrace; b: ComparedTrace; now: number }) {
  const longest = Math.max(a.durationMs, b.durationMs);
  const sides: [string, ComparedTrace][] = [
    ["First", a],
    ["Second", b],
  ];
  const swapped = `?${new URLSearchParams({ a: b.traceId, b: a.traceId })}`;
  return (
    <>
      <table className="ledger sides">
        <caption>Traces</caption>
        <thead>
          <tr>
            <th scope="col">Side</th>
            <th scope="col">Trace</th>
            <th scope="col" className="duration-bar">
              <span className="hidden">Share of the longer</span>
            </th>
            <th scope="col" className="number">
              Duration
            </th>
            <th scope="col" className="number">
              Spans
            </th>
            <th scope="col" className="number">
              Failed
            </th>
          </tr>
        </thead>
        <tbody>
          {sides.map(([which, { traceId, name, startedAt, durationMs, spans, failed }]) => (
            <tr key={which}>
              <td>{which}</td>
              <th scope="row">
                <Link to={href("/:project/traces/:trace", { project, trace: traceId })}>{name}</Link>{" "}
                <span className="meta">
                  <code>{traceId.slice(0, 8)}</code> <Time at={startedAt} now={now} />
                </span>
              </th>
              <td className="duration-bar">
                <ShareBar part={durationMs} whole={longest} />
              </td>
              <td className="number">{durationText(durationMs)}</td>
              <td className="number">{grouped(spans)}</td>
              <td className={failed > 0 ? "number bad" : "number"}>{failed > 0 && `✕ ${grouped(failed)}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <Link to={swapped}>Swap</Link>
      </p>
    </>
  );
}
