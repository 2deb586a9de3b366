import { durationText } from "#app/ui/format/duration.ts";
import { Facts } from "#app/ui/facts.tsx";
import { JsonText } from "#app/ui/json.tsx";
import type { ShownSpanEvent } from "./shown-span.ts";

/** The span's events, and exceptions with stacks. */
export function SpanEvents({ events }: { events: ShownSpanEvent[] }) {
  if (events.length === 0) return null;
  return (
    <section>
      <h4>Events</h4>
      {events.map(({ name, atMs, attributes, stack }, index) => (
        <div key={index} className="span-event">
          <p>
            <b>{name}</b> <span className="meta">{`+${durationText(Math.max(0, atMs))}`}</span>
          </p>
          <Facts
            facts={Object.entries(attributes).map(([key, value]) => [
              key,
              <JsonText key={key} value={value} />,
            ])}
          />
          {stack && (
            <pre className="raw">
              <code>{stack}</code>
            </pre>
          )}
        </div>
      ))}
    </section>
  );
}
