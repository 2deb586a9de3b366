import { kindWords as routeKinds } from "#app/routes/routes/kind-names.ts";
import type { Hit } from "#server/read/search/jump.ts";

/** Longer texts are not searched. */
export const longestText = 500;

export const kindWords: { [kind in Hit["kind"]]: string } = {
  project: "project",
  issue: "issue",
  event: "event",
  trace: "trace",
  span: "span",
  route: "route",
  release: "release",
  monitor: "monitor",
  rule: "alert rule",
};

export function nameOf(hit: Hit): string {
  switch (hit.kind) {
    case "project":
      return hit.project.name;
    case "issue":
      return hit.shortId;
    case "event":
      return hit.eventId.slice(0, 8);
    case "trace":
      return hit.traceId.slice(0, 8);
    case "route":
      return hit.route;
    case "release":
      return hit.version;
    default:
      return hit.name || "(no name)";
  }
}

/** Details that the name omits. */
export function remarkOn(hit: Hit): string {
  if (hit.kind === "issue") return hit.title;
  if (hit.kind === "event") return `${hit.shortId} ${hit.title}`;
  if (hit.kind === "trace") return hit.name;
  if (hit.kind === "route") return `${hit.service} · ${routeKinds[hit.type] ?? hit.type}`;
  return "";
}
