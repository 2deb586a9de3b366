import type { Section } from "#app/ui/sections.tsx";
import type { Who } from "#server/domain/people/permission.ts";
import {
  byAdmin,
  frame,
  index,
  page,
  readBy,
  type RouteEntry,
  type RouteRule,
  usedBy,
} from "./route-entry.ts";
import { accountPages, instanceSettings, projectSettings } from "./settings-routes.ts";

/**
 * Every page: its path, its module, who can open it and post to it, and its position in its frame's
 * list of pages, which has the order of this table.
 */
export const routeTable: readonly RouteEntry[] = [
  frame(undefined, "front/layout.tsx", readBy("public"), [
    index("projects/list.tsx", readBy("viewer")),
    page("setup", "setup/page.tsx", usedBy("public")),
    page("login", "session/login.tsx", usedBy("public")),
    page("login/code", "session/second-factor.tsx", usedBy("public")),
    page("login/oidc", "session/oidc.tsx", readBy("public")),
    page("login/oidc/callback", "session/oidc-callback.tsx", readBy("public")),
    page("login/passkey", "session/passkey.tsx", usedBy("public")),
    page("logout", "session/logout.tsx", { read: "session", post: "public" }),
    page("forgot", "session/forgot.tsx", usedBy("public")),
    page("reset/:token", "session/reset.tsx", usedBy("public")),
    page("invite/:token", "session/invite.tsx", usedBy("public")),
    page("search", "search/page.tsx", readBy("viewer")),
    page("search/hits", "search/hits.ts", readBy("viewer")),
    page("share/:token", "shares/page.tsx", readBy("public")),
    page("unsubscribe/:token", "unsubscribe/page.tsx", usedBy("public")),
    frame("account", "account/layout.tsx", readBy("session"), accountPages),
    frame("settings", "settings/instance-frame.tsx", readBy("owner"), instanceSettings),
    page("projects/new", "projects/new.tsx", usedBy("owner")),
    page("projects/sample", "projects/sample.tsx", {
      read: "owner",
      post: { load: "owner", remove: "owner" },
    }),
    page("projects/deletions/:deletion", "projects/deletion.tsx", readBy("viewer")),
  ]),
  page("theme", "theme/page.tsx", usedBy("public")),
  frame(":project", "projects/layout.tsx", readBy("project:read"), [
    index("overview/page.tsx", readBy("project:read")),
    // In all projects, too: only its frame is the project's.
    page("search", "search/page.tsx", readBy("project:read"), { id: "project-search" }),
    page("search/hits", "search/hits.ts", readBy("project:read"), { id: "project-search-hits" }),
    page("connect", "projects/connect/page.tsx", { read: "project:read", post: "issue:triage" }),
    page("issues", "issues/list.tsx", { read: "issue:read", post: "issue:triage" }),
    // Viewers save their own searches, but a read-only token saves none. Sharing one requires more:
    // searches.tsx.
    page("issues/searches", "issues/searches.tsx", { read: "issue:read", post: "issue:comment" }),
    // An unlisted intent requires all of these.
    frame(
      "issues/:issue",
      "issues/layout.tsx",
      {
        read: "issue:read",
        post: { resolve: "issue:triage", subscribe: "issue:comment", unsubscribe: "issue:comment" },
      },
      [
        index("issues/event.tsx", readBy("issue:read"), { id: "latest-event" }),
        page("events", "issues/events.tsx", readBy("issue:read")),
        page("events/:event", "issues/event.tsx", readBy("issue:read")),
        page("tags", "issues/tags.tsx", readBy("issue:read")),
        page("tags/:key", "issues/tag.tsx", readBy("issue:read")),
        page("feedback", "issues/feedback.tsx", readBy("issue:read")),
        page("activity", "issues/activity.tsx", { read: "issue:read", post: "issue:comment" }),
        page("grouping", "issues/grouping.tsx", readBy("issue:read")),
        page("merged", "issues/grouping/merged.tsx", { read: "issue:read", post: "issue:triage" }),
        page("similar", "issues/grouping/similar.tsx", readBy("issue:read")),
        page("share", "shares/issue.tsx", usedBy("issue:triage")),
      ],
    ),
    page("feedback", "feedback/list.tsx", { read: "issue:read", post: "issue:triage" }),
    page("events/:event/attachments/:attachment", "issues/attachment.ts", readBy("issue:read")),
    page("routes", "routes/list.tsx", readBy("project:read")),
    page("routes/:route", "routes/page.tsx", readBy("project:read")),
    page("routes/:route/compare", "routes/compare.tsx", readBy("project:read")),
    page("releases", "releases/list.tsx", readBy("project:read")),
    // Versions contain slashes.
    page("releases/*", "releases/page.tsx", readBy("project:read")),
    page("vitals", "vitals/page.tsx", readBy("project:read")),
    page("alerts", "alerts/list.tsx", readBy("project:read")),
    page("alerts/new", "alerts/new.tsx", byAdmin),
    page("alerts/:rule", "alerts/rule.tsx", {
      read: "project:read",
      post: { mute: "issue:triage", unmute: "issue:triage", test: "project:change" },
    }),
    page("alerts/:rule/edit", "alerts/edit.tsx", byAdmin),
    page("alerts/:rule/delete", "alerts/remove.tsx", byAdmin),
    page("alerts/:rule/deliveries", "alerts/deliveries.tsx", {
      read: "project:read",
      post: "project:change",
    }),
    page("monitors", "monitors/list.tsx", readBy("project:read")),
    page("monitors/new", "monitors/new.tsx", usedBy("issue:triage")),
    page("monitors/:monitor", "monitors/page.tsx", { read: "project:read", post: "issue:triage" }),
    page("monitors/:monitor/edit", "monitors/edit.tsx", usedBy("issue:triage")),
    page("monitors/:monitor/delete", "monitors/remove.tsx", byAdmin),
    page("traces", "traces/list.tsx", readBy("project:read")),
    page("traces/compare", "traces/compare.tsx", readBy("project:read")),
    frame("traces/:trace", "traces/layout.tsx", readBy("project:read"), [
      page("spans/:span", "traces/span.tsx", readBy("project:read")),
    ]),
    page("traces/:trace/share", "shares/trace.tsx", usedBy("issue:triage")),
    page("traces/:trace/spans/:span/raw", "traces/span-raw.ts", readBy("project:read")),
    frame("settings", "settings/project-frame.tsx", readBy("project:read"), projectSettings),
  ]),
  // Middleware and the root loader run only for matched paths, so missing pages need a route.
  page("*", "front/not-found.tsx", usedBy("public")),
];

/** React Router's route ID. */
export const routeIdOf = ({ id, module }: RouteEntry): string =>
  id ?? `routes/${module.replace(/\.tsx?$/, "")}`;

/** Rules by route ID. */
export const access: { readonly [routeId: string]: RouteRule } = {
  root: readBy("public"),
  ...Object.fromEntries(routeTable.flatMap(withChildren).map((entry) => [routeIdOf(entry), entry])),
};

/** The pages that a frame lists for a viewer. */
export function sectionsOf(
  frameModule: string,
  may: (who: Who) => boolean = () => true,
): Section[] {
  const { children = [] } = routeTable
    .flatMap(withChildren)
    .find(({ module }) => module === frameModule)!;
  return children.flatMap(({ path = "", nav, read }) =>
    nav && may(read) ? [{ ...nav, path }] : [],
  );
}

export function withChildren(entry: RouteEntry): RouteEntry[] {
  return [entry, ...(entry.children ?? []).flatMap(withChildren)];
}
