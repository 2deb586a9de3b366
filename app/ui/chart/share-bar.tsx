/** A share as a bar, next to its number. SVG attributes print and need no inline style. */
export function ShareBar({ part, whole }: { part: number; whole: number }) {
  const width = whole === 0 ? 0 : (100 * part) / whole;
  return (
    <svg className="share-bar" aria-hidden="true" width="100%" height="8">
      <rect width={`${width.toFixed(1)}%`} height="8" />
    </svg>
  );
}
