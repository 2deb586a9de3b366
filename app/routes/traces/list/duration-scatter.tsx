import { href, Link, useLocation } from "react-router";
import { ReleaseMarks } from "#app/ui/chart/release-marks.tsx";
import { percentage } from "#app/ui/format/percentage.ts";
import { keptSearch } from "#app/ui/format/scope.ts";
import type { ReleaseMark } from "#server/domain/release/mark.ts";
import { type Point, scatterOf } from "./scatter-points.ts";
import type { TraceRow } from "./trace-row.ts";

const height = 120;
/** For the axis labels on the left; the same width as in traces.css. */
const gutter = 48;

type ScatterProps = { project: string; rows: TraceRow[]; marks: readonly ReleaseMark[] };

/**
 * Each trace as a link at its time and duration. Hidden from screen readers, because the table
 * below has the same content.
 */
export function DurationScatter({ project, rows, marks }: ScatterProps) {
  const { points, durations, times, isLog, timeAt } = scatterOf(rows);
  const kept = keptSearch(useLocation().search);
  const to = (trace: string) => ({
    pathname: href("/:project/traces/:trace", { project, trace }),
    search: kept,
  });
  if (rows.length < 2) return null;
  return (
    <figure className="scatter">
      <figcaption className="row meta">
        {isLog ? "Duration, log scale" : "Duration, linear scale"}{" "}
        <span className="svc service-0">browser</span>{" "}
        <span className="svc service-1">server or job</span> <span className="bad">× failed</span>
      </figcaption>
      <svg aria-hidden="true" width="100%" height={height + 20}>
        {durations.map(({ at, label }) => (
          <g key={label}>
            <line x1="0" x2="100%" y1={at * height} y2={at * height} />
            <text dx={-gutter} y={at * height + 4}>
              {label}
            </text>
          </g>
        ))}
        {times.map(({ at, label }) => (
          <text
            key={at}
            x={percentage(at)}
            y={height + 16}
            textAnchor={at < 0.3 ? "start" : at > 0.7 ? "end" : "middle"}
          >
            {label}
          </text>
        ))}
        <svg className="points" width="100%" height={height}>
          <ReleaseMarks releases={marks} at={timeAt} height={height} />
          {points.map((point) => (
            <Link key={point.traceId} to={to(point.traceId)} tabIndex={-1}>
              <title>{point.title}</title>
              <PointMark {...point} />
            </Link>
          ))}
        </svg>
      </svg>
    </figure>
  );
}

/** Distinguished by shape, not only color. */
function PointMark({ x, y, failed, fromBrowser }: Point) {
  return (
    <svg x={percentage(x)} y={y * height} className={fromBrowser ? "service-0" : "service-1"}>
      {/* The click target is larger than the mark. */}
      <circle className="reach" r="9" />
      {failed ? <path d="M-4-4 4 4M-4 4 4-4" /> : <circle r="3.5" />}
    </svg>
  );
}
