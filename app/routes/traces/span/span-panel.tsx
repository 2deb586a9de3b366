import { href, Link, useLocation, useParams } from "react-router";
import { useBringIntoView } from "#app/enhance/bring-into-view.ts";
import { utc } from "#app/ui/ago.ts";
import { counted } from "#app/ui/count.ts";
import { durationText } from "#app/ui/duration.ts";
import { Facts } from "#app/ui/facts.tsx";
import { JsonText } from "#app/ui/json.tsx";
import type { Json } from "#server/domain/json.ts";
import { focusOn } from "#server/domain/trace/change-view.ts";
import type { TraceView } from "#server/domain/trace/trace-view.ts";
import { IssueOf } from "../trace-errors.tsx";
import type { IssueLink } from "../trace-failures.ts";
import { useTraceLinks } from "../trace-links.ts";
import { LinkList } from "./link-list.tsx";
import type { ShownSpan } from "./shown-span.ts";
import type { ShownLinks } from "./span-links.ts";
import { SpanEvents } from "./span-events.tsx";

type Props = { project: string; facts: ShownSpan; links: ShownLinks; issue?: IssueLink; view: TraceView };

/** All that is known of one span. */
export function SpanPanel({ project, facts, links, issue, view }: Props) {
  const panel = useBringIntoView<HTMLElement>(facts.spanId);
  return (
    <aside className="span-panel" id="span" aria-labelledby="span-name" ref={panel}>
      <h3 id="span-name">{facts.name || "(no name)"}</h3>
      <PanelLinks facts={facts} view={view} />
      {facts.remarks.map((remark) => (
        <p key={remark} className="meta">
          {remark}
        </p>
      ))}
      <Facts facts={ownFacts(facts, issue && <IssueOf project={project} issue={issue} />)} />
      {facts.groups.map(({ title, pairs }) => (
        <PanelPart key={title} title={title} pairs={pairs} />
      ))}
      <SpanEvents events={facts.events} />
      <LinkList title="Links to" links={links.out} />
      <LinkList title="Linked from" links={links.into} />
      <PanelPart title="Resource" pairs={Object.entries(facts.resource)} />
      {facts.dropped.length > 0 && (
        <p className="meta">{`The SDK left out ${facts.dropped.join(", ")} of this span.`}</p>
      )}
    </aside>
  );
}

function PanelLinks({ facts, view }: { facts: ShownSpan; view: TraceView }) {
  const { project = "", trace = "" } = useParams();
  const { search } = useLocation();
  const to = useTraceLinks(view);
  const raw = href("/:project/traces/:trace/spans/:span/raw", { project, trace, span: facts.spanId });
  return (
    <p className="row meta">
      <Link to={{ pathname: href("/:project/traces/:trace", { project, trace }), search, hash: "waterfall" }}>
        Close
      </Link>
      {facts.parentSpanId && (
        <Link preventScrollReset to={{ pathname: `../spans/${facts.parentSpanId}`, search }} relative="route">
          Parent
        </Link>
      )}
      {facts.children > 0 && (
        <Link preventScrollReset to={{ search: to.to(focusOn(view, facts.spanId as never)) }}>
          Focus on it
        </Link>
      )}
      <Link reloadDocument to={raw}>
        Raw JSON
      </Link>
    </p>
  );
}

function ownFacts(facts: ShownSpan, issue: React.ReactNode): Parameters<typeof Facts>[0]["facts"] {
  const { service, startMs, startedAt, durationMs, selfMs, criticalMs, kind, status, statusMessage } = facts;
  return [
    ["Service", service],
    [
      "Started",
      <time
        key="at"
        dateTime={new Date(startedAt).toISOString()}
        title={utc(startedAt)}
      >{`+${durationText(startMs)}`}</time>,
    ],
    ["Lasted", durationText(durationMs)],
    ["Self", durationText(selfMs)],
    ["Critical", criticalMs > 0 && durationText(criticalMs)],
    ["Kind", kind],
    [
      "Status",
      status === "error" ? (
        <b key="status" className="bad">
          ✕ failed
        </b>
      ) : (
        status === "ok" && "ok"
      ),
    ],
    ["Because", statusMessage],
    ["Issue", issue],
    ["Below", facts.descendants > 0 && counted(facts.descendants, "span")],
    ["Scope", facts.scope],
  ];
}

export function PanelPart({ title, pairs }: { title: string; pairs: [name: string, value: Json][] }) {
  if (pairs.length === 0) return null;
  return (
    <section>
      <h4>{title}</h4>
      <Facts facts={pairs.map(([name, value]) => [name, <JsonText key={name} value={value} />])} />
    </section>
  );
}
