import { grouped, percent } from "#server/domain/count.ts";

/** Number of traces received in a window, and number stored. */
export type KeptTraces = { came: number; kept: number };

/** A notice that sampling has removed traces; nothing if all are stored. */
export function SampledSentence({ traces: { came, kept } }: { traces: KeptTraces }) {
  if (kept >= came) return null;
  return (
    <p className="meta">
      Sampling is on: {percent(kept, came)} of {grouped(came)} traces are stored. All metrics count
      every trace.
    </p>
  );
}
