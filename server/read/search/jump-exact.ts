import { parseEventId, parseSpanId, type SpanId } from "#server/domain/ids.ts";
import { issueTitle } from "#server/domain/issue/issue.ts";
import { parseIssueName } from "#server/domain/issue/short-id.ts";
import type { Project } from "#server/domain/project/project.ts";
import { traceTitle } from "#server/domain/trace/listing/trace-title.ts";
import type { JumpDeps, Hit } from "./jump.ts";

/** The object in a project with this ID or name. */
export async function findExact(
  deps: JumpDeps,
  { id, slug, name, prefix }: Project,
  text: string,
): Promise<Hit[]> {
  const asked = { parts: deps, id, project: { slug, name }, text };
  const found = await Promise.all([
    issueCalled(asked, prefix),
    eventCalled(asked),
    traceCalled(asked),
    spanCalled(asked),
    namedThings(asked),
  ]);
  const isItself = slug === text.toLowerCase();
  return [
    ...(isItself ? [{ kind: "project" as const, project: asked.project }] : []),
    ...found.flat(),
  ];
}

type Asked = { parts: JumpDeps; id: Project["id"]; project: Hit["project"]; text: string };

/** By short ID only: every project has an issue with a given number. */
async function issueCalled(
  { parts: { store }, id, project, text }: Asked,
  prefix: string,
): Promise<Hit[]> {
  const named = parseIssueName(text, { prefix });
  const issue = named && "number" in named ? await store.issues.find(id, named) : undefined;
  return issue
    ? [{ kind: "issue", project, shortId: issue.shortId, title: issueTitle(issue) }]
    : [];
}

async function eventCalled({ parts: { store }, id, project, text }: Asked): Promise<Hit[]> {
  const eventId = parseEventId(text);
  const event = eventId && (await store.events.find(id, eventId));
  const issue = event && (await store.issues.find(id, { id: event.issueId }));
  return issue
    ? [
        {
          kind: "event",
          project,
          shortId: issue.shortId,
          eventId: event.eventId,
          title: event.title,
        },
      ]
    : [];
}

/** By an ID in any notation; several if they share the entered prefix. */
async function traceCalled({
  parts: { readTrace, findTrace },
  id,
  project,
  text,
}: Asked): Promise<Hit[]> {
  const found = await findTrace(id, text);
  const readings = await Promise.all(found.map((traceId) => readTrace(id, traceId)));
  return readings.flatMap((reading): Hit[] => {
    if (!reading) return [];
    const { traceId, root } = reading.summary;
    return [{ kind: "trace", project, traceId, name: traceTitle(root, reading.summary) }];
  });
}

const spanDeadlineMs = 100;

/** No index covers span IDs: the newest traces are scanned for the bytes, for a moment. */
async function spanCalled({ parts, id: projectId, project, text }: Asked): Promise<Hit[]> {
  const spanId = parseSpanId(text);
  if (!spanId) return [];
  const query = {
    terms: [{ key: "span.id", value: spanId, negated: false, test: "unindexed" as const }],
    words: [],
  };
  const limits = { limit: 2, deadlineMs: spanDeadlineMs, matches: holds(spanId) };
  const { rows } = await parts.store.traces.list({ projectId, query, ...limits });
  const readings = await Promise.all(
    rows.map(({ traceId }) => parts.readTrace(projectId, traceId)),
  );
  const spans = readings
    .flatMap((reading) => reading?.spans ?? [])
    .filter((span) => span.spanId === spanId);
  return spans.map(({ traceId, name }) => ({ kind: "span", project, traceId, spanId, name }));
}

const holds = (spanId: SpanId) => {
  const bytes = Buffer.from(spanId, "hex");
  return (parts: Uint8Array[]): boolean =>
    parts.some((part) =>
      Buffer.from(part.buffer, part.byteOffset, part.byteLength).includes(bytes),
    );
};

/** Objects named by users or programs. */
async function namedThings({ parts: { store }, id, project, text }: Asked): Promise<Hit[]> {
  const [release, watched, rules] = await Promise.all([
    store.releases.find(id, text),
    store.monitors.find(id, text.toLowerCase()),
    store.alerts.list(id),
  ]);
  const called = rules.filter((rule) => rule.name.toLowerCase() === text.toLowerCase());
  return [
    ...(release ? [{ kind: "release" as const, project, version: release.version }] : []),
    ...(watched
      ? [
          {
            kind: "monitor" as const,
            project,
            slug: watched.monitor.slug,
            name: watched.monitor.name,
          },
        ]
      : []),
    ...called.map((rule) => ({ kind: "rule" as const, project, id: rule.id, name: rule.name })),
  ];
}
