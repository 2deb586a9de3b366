import type { ReactNode } from "react";
import { useBringIntoView } from "#app/enhance/bring-into-view.ts";
import { useFollowLinks } from "#app/enhance/follow-links.ts";
import { clock, moment, utc } from "#app/ui/format/ago.ts";
import { counted, percent } from "#server/domain/count.ts";
import { durationText } from "#app/ui/format/duration.ts";
import { Facts } from "#app/ui/facts.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { JsonText } from "#app/ui/json.tsx";
import { Stats } from "#app/ui/stats.tsx";
import type { Note } from "#server/domain/event/error-event.ts";
import type { Json } from "#server/domain/json.ts";
import { focusOn, zoomTo } from "#server/domain/trace/waterfall/change-view.ts";
import type { TraceView } from "#server/domain/trace/waterfall/trace-view.ts";
import { Notes } from "#app/ui/notes.tsx";
import { IssuesOf } from "../trace-errors.tsx";
import type { IssueLink } from "../trace-failures.ts";
import { useTraceLinks } from "../trace-links.ts";
import { Op } from "../waterfall/op.tsx";
import { LinkList } from "./link-list.tsx";
import type { ShownSpan } from "./shown-span.ts";
import type { ShownLinks } from "./span-links.ts";
import { SimilarDurations } from "./similar-durations.tsx";
import type { ShownSimilar } from "./similar-spans.ts";
import { SpanEvents } from "./span-events.tsx";

type Props = {
  project: string;
  facts: ShownSpan;
  /** Of the whole trace. */
  traceMs: number;
  links: ShownLinks;
  issues: IssueLink[];
  similar: ShownSimilar | undefined;
  /** The change that would save time here. */
  fix: string | undefined;
  view: TraceView;
};

/** The details of one span. */
export function SpanPanel(props: Props) {
  const { project, facts, traceMs, links, issues, similar, fix, view } = props;
  const panel = useBringIntoView<HTMLElement>(facts.spanId);
  return (
    <aside className="span-panel" id="span" aria-labelledby="span-name" ref={panel}>
      <PanelHead {...facts} view={view} />
      <Stats
        stats={[
          ["Duration", durationText(facts.durationMs)],
          ["Start", <Started key="started" at={facts.startedAt} afterMs={facts.startMs} />],
          ["% of trace", traceMs > 0 && percent(facts.durationMs, traceMs)],
        ]}
      />
      <PanelLinks facts={facts} view={view} />
      {facts.remarks.map((remark) => (
        <p key={remark} className="meta">
          {remark}
        </p>
      ))}
      <Notes notes={facts.notes} />
      <Facts
        facts={ownFacts(facts, issues.length > 0 && <IssuesOf project={project} issues={issues} />)}
      />
      {similar && <SimilarDurations {...similar} durationMs={facts.durationMs} />}
      {fix && (
        <section>
          <h4>Suggested fix</h4>
          <p className="said">{fix}</p>
        </section>
      )}
      {facts.groups.map(({ title, pairs }) => (
        <PanelPart key={title} title={title} pairs={pairs} notes={facts.notes} path="attributes" />
      ))}
      <SpanEvents events={facts.events} />
      <LinkList title="Links to" links={links.out} />
      <LinkList title="Linked from" links={links.into} />
      {links.lookedBackTo !== undefined && (
        <p className="meta">{`Searched traces since ${moment(links.lookedBackTo)} UTC for links to this span.`}</p>
      )}
      <PanelPart
        title="Resource"
        pairs={Object.entries(facts.resource)}
        notes={facts.notes}
        path="resource"
      />
      {facts.dropped.length > 0 && (
        <p className="meta">{`The SDK dropped ${facts.dropped.join(", ")} of this span.`}</p>
      )}
    </aside>
  );
}

function PanelHead({ op, name, service, status, view }: ShownSpan & Pick<Props, "view">) {
  const links = useTraceLinks(view);
  const shown = useFollowLinks<HTMLElement>({ within: "view" });
  return (
    <header ref={shown}>
      <div>
        <h3 id="span-name">
          <Op op={op} /> {name || "(no name)"}
        </h3>
        <span className="meta">{service}</span>{" "}
        {status === "error" && <span className="badge regressed">✕ Failed</span>}
      </div>
      <a className="button quiet" href={links.trace} aria-label="Close" title="Close">
        <Icon name="x" />
      </a>
    </header>
  );
}

function PanelLinks({
  facts: { spanId, parentSpanId, children, startMs, durationMs },
  view,
}: Pick<Props, "facts" | "view">) {
  const links = useTraceLinks(view);
  const shown = useFollowLinks<HTMLParagraphElement>({ within: "view" });
  return (
    <p className="row meta panel-links" ref={shown}>
      {parentSpanId && <a href={links.span(parentSpanId)}>Parent</a>}{" "}
      {children > 0 && <a href={links.to(focusOn(view, spanId), "waterfall")}>Focus on span</a>}{" "}
      <a href={links.to(zoomTo(view, startMs, startMs + durationMs), "waterfall")}>Zoom to span</a>{" "}
      <a href={links.raw(spanId)} type="application/json">
        Raw JSON
      </a>
    </p>
  );
}

function ownFacts(facts: ShownSpan, issues: ReactNode): Parameters<typeof Facts>[0]["facts"] {
  const { selfMs, criticalMs, kind, status, statusMessage } = facts;
  return [
    ["Self time", durationText(selfMs)],
    ["On critical path", criticalMs > 0 && durationText(criticalMs)],
    ["Kind", kind],
    ["Status", status === "ok" && "OK"],
    ["Reason", statusMessage],
    ["Issue", issues],
    ["Child spans", facts.descendants > 0 && counted(facts.descendants, "span")],
    ["Scope", facts.scope],
  ];
}

/** A relative time, with the absolute time in the title. */
function Started({ at, afterMs }: { at: number; afterMs: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={`${utc(at)}, ${clock(at)}`}>
      {`+${durationText(Math.max(0, afterMs))}`}
    </time>
  );
}

type PartProps = {
  title: string;
  pairs: [name: string, value: Json][];
  notes: Note[];
  path: string;
};

/** A truncated value is marked. */
function PanelPart({ title, pairs, notes, path }: PartProps) {
  if (pairs.length === 0) return null;
  const noteOf = (name: string) => notes.find((note) => note.path === `${path}.${name}`)?.detail;
  return (
    <section>
      <h4>{title}</h4>
      <Facts
        facts={pairs.map(([name, value]) => [
          name,
          <span key={name}>
            <JsonText value={value} />{" "}
            {noteOf(name) && <span className="meta">{noteOf(name)}</span>}
          </span>,
        ])}
      />
    </section>
  );
}
