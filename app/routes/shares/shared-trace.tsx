import { useViewLinks } from "#app/routes/traces/trace-links.ts";
import { Waterfall } from "#app/routes/traces/waterfall/waterfall.tsx";
import { counted } from "#server/domain/count.ts";
import { durationText } from "#app/ui/format/duration.ts";
import { RouteTreeTable } from "#app/ui/trace/route-tree.tsx";
import { Time } from "#app/ui/format/time.tsx";
import type { SharedTraceReading } from "./read-shared-trace.ts";
import { SharedNote } from "./shared-note.tsx";

type Props = Omit<SharedTraceReading, "path"> & { path?: string; expiresAt?: number; now: number };

const hidden = "Span attributes are omitted. Email and IP addresses are scrubbed.";

/** A shared trace: routes, waterfall, and errors; spans have no pages. */
export function SharedTrace({
  head,
  durationMs,
  counts,
  trees,
  view,
  drawing,
  errors,
  path,
  expiresAt,
  now,
}: Props) {
  return (
    <article>
      <title>{`${head.root} · trace ${head.traceId.slice(0, 8)} · Spoor`}</title>
      <p className="meta">
        <code>{head.traceId}</code>
      </p>
      <h1>
        {head.root}{" "}
        <span className="meta">
          {`${durationText(durationMs)} · ${counted(counts.spans, "span")} · `}
          {counts.failed > 0 ? counted(counts.failed, "failed span") : "no errors"}
          {" · "}
          <Time at={head.startedAt} now={now} />
        </span>
      </h1>
      <SharedNote {...{ hidden, path, expiresAt, now }} />
      {trees.map((tree) => (
        <section key={tree.spanId} className="part">
          <h2>Route tree of {tree.name}</h2>
          <RouteTreeTable tree={tree} caption={`Routes of ${tree.name}`} />
        </section>
      ))}
      <Waterfall {...{ view, drawing, counts, links: useViewLinks() }} />
      <Errors errors={errors} />
    </article>
  );
}

function Errors({ errors }: Pick<Props, "errors">) {
  if (errors.length === 0) return null;
  return (
    <section className="part">
      <h2 id="errors">Errors, oldest first</h2>
      <ul>
        {errors.map(({ atMs, title, message }, index) => (
          <li key={index}>
            {durationText(Math.max(0, atMs))} <b className="bad">{title}</b> {message}
          </li>
        ))}
      </ul>
    </section>
  );
}
