import { serviceClass } from "#app/ui/trace/service-class.ts";
import type { SpanRow, TraceRow } from "#server/domain/trace/waterfall/draw-trace.ts";

/** A shorter trace needs no minimap. */
export const leastRows = 12;
const width = 1_000;
const levels = 8;
const levelHeight = 4;

/** All rows of the waterfall on its axis, one line per nesting level: one path per color. */
export function Minimap({ rows }: { rows: TraceRow[] }) {
  return (
    <svg
      className="minimap"
      aria-hidden="true"
      viewBox={`0 0 ${width} ${levels * levelHeight}`}
      preserveAspectRatio="none"
    >
      {[...pathsByTone(rows)].map(([tone, path]) => (
        <path key={tone} className={tone} d={path} />
      ))}
    </svg>
  );
}

function pathsByTone(rows: TraceRow[]): Map<string, string> {
  const paths = new Map<string, string>();
  const drawn = new Set<string>();
  for (const row of rows) {
    const rect = row.kind === "span" ? rectOf(row) : undefined;
    // Thousands of adjacent short spans are one mark.
    if (rect === undefined || drawn.has(rect)) continue;
    drawn.add(rect);
    const { flags, service } = row as SpanRow;
    const tone = flags.includes("failed") ? "failed" : serviceClass(service);
    paths.set(tone, (paths.get(tone) ?? "") + rect);
  }
  return paths;
}

function rectOf({ bar, depth }: SpanRow): string | undefined {
  if (!bar) return undefined;
  const y = Math.min(depth, levels - 1) * levelHeight;
  const wide = Math.max(2, Math.round(bar.width * width));
  return `M${Math.round(bar.at * width)} ${y}h${wide}v2h-${wide}z`;
}
