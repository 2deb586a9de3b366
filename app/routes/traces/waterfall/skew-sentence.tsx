import { counted } from "#server/domain/count.ts";
import { toggleRaw } from "#server/domain/trace/change-view.ts";
import type { TraceView } from "#server/domain/trace/trace-view.ts";
import type { WaterfallLinks } from "../trace-links.ts";

/** Corrected clocks are never silent: a sentence, and the way to the times as they were sent. */
export function SkewSentence({ view, links, shifted }: { view: TraceView; links: WaterfallLinks; shifted: number }) {
  if (!view.raw && shifted === 0) return null;
  const [sentence, link] = view.raw
    ? ["Times as sent, without clock correction.", "Correct clock skew"]
    : [`Clock skew: ${counted(shifted, "span")} adjusted to fit their parents.`, "Times as sent"];
  return (
    <p className="meta">
      {`${sentence} `}
      <a href={links.to(toggleRaw(view), "waterfall")}>{link}</a>
    </p>
  );
}
