import { percentage } from "#app/ui/format/percentage.ts";

type DotsProps = {
  before: number;
  after: number;
  /** End of the axis: the same for all rows of a table, so that they can be compared. */
  most: number;
};

const middle = 10;

/**
 * Two values on one axis from zero: a hollow dot before, a filled one after. More is worse. The
 * numbers are next to it.
 */
export function BeforeAfter({ before, after, most }: DotsProps) {
  // Dots have a radius, so they stay inside the axis.
  const at = (value: number) => percentage(0.03 + (0.94 * value) / (most || 1));
  return (
    <svg
      className={after > before ? "dots" : "dots down"}
      aria-hidden="true"
      width="100%"
      height="20"
    >
      <line className="axis" x2="100%" y1={middle} y2={middle} />
      <line x1={at(before)} x2={at(after)} y1={middle} y2={middle} />
      <circle className="before" cx={at(before)} cy={middle} r="3.5" />
      <circle cx={at(after)} cy={middle} r="4" />
    </svg>
  );
}
