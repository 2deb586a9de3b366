import type { Section } from "#app/ui/sections.tsx";
import type { ProjectAct } from "#server/domain/people/permission.ts";

/** `path` is below `/:project/settings`. Members who may not do `act` don't see the link. */
export type ProjectSection = Section & { act: ProjectAct };

/** The pages of a project's settings, in the order of their list. A new page is a line here and one in `app/routes.ts`. */
export const projectSections: readonly ProjectSection[] = [
  { text: "General", path: "general", group: "Project", act: "project:change" },
  { text: "Client keys (DSN)", path: "keys", group: "Project", act: "project:change" },
  { text: "Members", path: "members", group: "Project", act: "project:read" },
  { text: "Invitations", path: "invitations", group: "Project", act: "project:change" },
  { text: "Share links", path: "shares", group: "Project", act: "issue:triage" },
  { text: "Audit log", path: "audit", group: "Project", act: "project:change" },
  { text: "Usage and quotas", path: "intake", group: "Data", act: "project:change" },
  { text: "Inbound filters", path: "filters", group: "Data", act: "project:change" },
  { text: "Data scrubbing", path: "scrubbing", group: "Data", act: "project:change" },
  { text: "Sampling", path: "sampling", group: "Data", act: "project:change" },
  { text: "Retention", path: "retention", group: "Data", act: "project:change" },
  { text: "Discarded issues", path: "discarded", group: "Data", act: "project:read" },
  { text: "Grouping rules", path: "grouping", group: "Issues", act: "project:change" },
  { text: "Ownership rules", path: "ownership", group: "Issues", act: "project:change" },
  { text: "Auto-resolve", path: "triage", group: "Issues", act: "project:change" },
  { text: "Source maps", path: "source-maps", group: "Issues", act: "project:read" },
];
