import type { ProjectAct } from "#server/domain/people/permission.ts";

/** The pages of a project's settings, in the order of their tabs. A new page is a line here and one in `app/routes.ts`. */
export const projectSections: readonly ProjectSection[] = [
  { text: "General", path: "general", act: "project:change" },
  { text: "Keys", path: "keys", act: "project:change" },
  { text: "Grouping", path: "grouping", act: "project:change" },
  { text: "Scrubbing", path: "scrubbing", act: "project:change" },
  { text: "Filters", path: "filters", act: "project:change" },
  { text: "Sampling", path: "sampling", act: "project:change" },
  { text: "Quotas & intake", path: "intake", act: "project:change" },
  { text: "Retention", path: "retention", act: "project:change" },
  { text: "Triage", path: "triage", act: "project:change" },
  { text: "Discarded", path: "discarded", act: "project:read" },
  { text: "Source maps", path: "source-maps", act: "project:read" },
  { text: "Ownership", path: "ownership", act: "project:change" },
  { text: "Members", path: "members", act: "project:read" },
  { text: "Invitations", path: "invitations", act: "project:change" },
  { text: "Shared links", path: "shares", act: "issue:triage" },
  { text: "Audit log", path: "audit", act: "project:change" },
];

/** `path` below `/:project/settings`; who may not do `act` does not see the tab. */
export type ProjectSection = { text: string; path: string; act: ProjectAct };
