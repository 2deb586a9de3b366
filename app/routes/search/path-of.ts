import { href } from "react-router";
import { releasePath } from "#app/ui/release-link.tsx";
import type { Hit } from "#server/read/search/jump.ts";

/** The page of a search result. */
export function pathOf(hit: Hit): string {
  const project = hit.project.slug;
  switch (hit.kind) {
    case "project":
      return href("/:project", { project });
    case "issue":
      return href("/:project/issues/:issue", { project, issue: hit.shortId });
    case "event":
      return href("/:project/issues/:issue/events/:event", {
        project,
        issue: hit.shortId,
        event: hit.eventId,
      });
    case "trace":
      return href("/:project/traces/:trace", { project, trace: hit.traceId });
    case "span":
      return href("/:project/traces/:trace/spans/:span", {
        project,
        trace: hit.traceId,
        span: hit.spanId,
      });
    case "route":
      return href("/:project/routes/:route", { project, route: String(hit.id) });
    case "release":
      return releasePath(project, hit.version);
    case "monitor":
      return href("/:project/monitors/:monitor", { project, monitor: hit.slug });
    case "rule":
      return href("/:project/alerts/:rule", { project, rule: String(hit.id) });
  }
}
