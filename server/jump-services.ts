import type { AlertRuleId, EventId, SpanId, TraceId } from "#server/domain/ids.ts";
import type { Viewer } from "#server/domain/people/person.ts";
import type { Project } from "#server/domain/project/project.ts";

/** Finds what a text means, in all projects that the viewer may read; of the others nothing is looked at. */
export type Jump = (viewer: Viewer, text: string) => Promise<Found>;

export type Found = {
  /** Things that have exactly this name or id. */
  exact: Hit[];
  /** Those that have it in their names or words, a few of each kind and project. */
  alike: Hit[];
  /** Set where there was no time for every project: how many were looked through, of how many. */
  cutShort?: { looked: number; of: number };
};

export type Hit = { project: Pick<Project, "slug" | "name"> } & (
  | { kind: "project" }
  | { kind: "issue"; shortId: string; title: string }
  | { kind: "event"; shortId: string; eventId: EventId; title: string }
  | { kind: "trace"; traceId: TraceId; name: string }
  | { kind: "span"; traceId: TraceId; spanId: SpanId; name: string }
  | { kind: "route"; id: number; route: string; service: string }
  | { kind: "release"; version: string }
  | { kind: "monitor"; slug: string; name: string }
  | { kind: "rule"; id: AlertRuleId; name: string }
);
