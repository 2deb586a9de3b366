import { percentage } from "#app/ui/percentage.ts";
import { type Strip as StripData, type StripCell, stripWords } from "./strip-cells.ts";

const height = 18;

/** How runs went over time, a bar a step: low when well, hollow when missed, full when failed. */
export function Strip({ strip, title }: { strip: StripData; title: string }) {
  const width = 1 / strip.cells.length;
  return (
    <svg className="strip" height={height} role="img" aria-label={`${title}: ${stripWords(strip)}`}>
      <line x2="100%" y1={height - 0.5} y2={height - 0.5} />
      {strip.cells.map((cell, index) => (
        <Bar key={cell.at} {...{ cell, x: index * width, width: width * 0.8 }} />
      ))}
    </svg>
  );
}

function Bar({ cell: { worst }, x, width }: { cell: StripCell; x: number; width: number }) {
  if (!worst) return null;
  const tall = worst === "error" || worst === "timeout" ? height : worst === "missed" ? height - 4 : height / 2;
  return (
    <rect
      className={worst}
      {...{ x: percentage(x), width: percentage(width), y: height - tall, height: tall - (worst === "missed" ? 1 : 0) }}
    />
  );
}
