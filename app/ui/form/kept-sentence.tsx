import { grouped, percent } from "#server/domain/count.ts";

/** How many traces came in a window, and how many of them are kept. */
export type KeptTraces = { came: number; kept: number };

/** Says that sampling has removed some traces; nothing where all are there. */
export function KeptSentence({ traces: { came, kept } }: { traces: KeptTraces }) {
  if (kept >= came) return null;
  return (
    <p className="meta">
      Sampling is on: {percent(kept, came)} of {grouped(came)} traces are stored. All metrics count
      every trace.
    </p>
  );
}
