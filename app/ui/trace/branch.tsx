/**
 * The mark before a name that hangs below another one; nothing at the root. Read aloud it would say
 * nothing.
 */
export function Branch({ depth }: { depth: number }) {
  if (depth === 0) return null;
  return <span aria-hidden="true">{"└ "}</span>;
}
