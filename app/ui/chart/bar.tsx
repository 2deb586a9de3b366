import { percentage } from "#app/ui/format/percentage.ts";

/** Minimum width of a bar. */
const leastShare = 0.003;

/** A range of an axis as an SVG rectangle: attributes print, and need no inline style. */
export function BarRect(props: {
  at: number;
  width: number;
  y: number;
  height: number;
  className?: string;
}) {
  const width = Math.max(props.width, leastShare);
  const x = Math.min(props.at, 1 - width);
  return (
    <rect
      x={percentage(x)}
      y={props.y}
      width={percentage(width)}
      height={props.height}
      className={props.className}
    />
  );
}
