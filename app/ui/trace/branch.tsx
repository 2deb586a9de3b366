/** The mark before a nested name; nothing at the root. Hidden from screen readers. */
export function Branch({ depth }: { depth: number }) {
  if (depth === 0) return null;
  return <span aria-hidden="true">{"└ "}</span>;
}
