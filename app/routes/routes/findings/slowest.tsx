import { Time } from "#app/ui/format/time.tsx";
import type { ShownFindings } from "./shown-findings.ts";
import { SpanLink } from "./span-link.tsx";

/** The slowest traces, each analyzed separately: they are not representative. */
export function Slowest({ slowest, now }: { slowest: ShownFindings["slowest"]; now: number }) {
  return (
    <section className="part">
      <h2>Slowest traces, explained</h2>
      <ul className="activity">
        {slowest.map(({ ref, startedAt, duration, advice }) => (
          <li key={ref.traceId}>
            <SpanLink to={ref}>{duration}</SpanLink>{" "}
            <span className="meta">
              <Time at={startedAt} now={now} />
            </span>{" "}
            {advice}
          </li>
        ))}
      </ul>
    </section>
  );
}
