import type { Section } from "#app/ui/sections.tsx";
import type { Who } from "#server/domain/people/permission.ts";
import {
  frame,
  inList,
  index,
  page,
  readBy,
  type RouteEntry,
  type RouteRule,
  usedBy,
} from "./route-entry.ts";

const byPerson = usedBy("person");
const byAdmin = usedBy("project:change");

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
    page("share/:token", "shares/page.tsx", readBy("public")),
    page("unsubscribe/:token", "unsubscribe/page.tsx", usedBy("public")),
    frame("account", "account/layout.tsx", readBy("session"), [
      index("account/profile.tsx", byPerson, inList("Account", "Profile")),
      page(
        "notifications",
        "account/notifications.tsx",
        byPerson,
        inList("Account", "Notifications"),
      ),
      page("preferences", "account/preferences.tsx", byPerson, inList("Account", "Preferences")),
      page("tokens", "account/tokens.tsx", byPerson, inList("Account", "API tokens")),
      page("password", "account/password.tsx", byPerson, inList("Security", "Password")),
      page(
        "two-factor",
        "account/two-factor.tsx",
        usedBy("session"),
        inList("Security", "Two-factor authentication"),
      ),
      page("passkeys", "account/passkeys.tsx", usedBy("session"), inList("Security", "Passkeys")),
      page("sessions", "account/sessions.tsx", byPerson, inList("Security", "Sessions")),
    ]),
    frame("settings", "settings/instance-frame.tsx", readBy("owner"), [
      index("settings/instance-index.tsx", readBy("owner")),
      page("users", "settings/users.tsx", usedBy("owner"), inList("Access", "Users")),
      page(
        "invitations",
        "settings/invitations.tsx",
        usedBy("owner"),
        inList("Access", "Invitations"),
      ),
      page(
        "authentication",
        "settings/authentication.tsx",
        usedBy("owner"),
        inList("Access", "Authentication"),
      ),
      page("audit", "settings/audit.tsx", readBy("owner"), inList("Access", "Audit log")),
      page("mail", "settings/mail.tsx", usedBy("owner"), inList("Instance", "Email")),
      page(
        "deliveries",
        "settings/deliveries.tsx",
        usedBy("owner"),
        inList("Instance", "Deliveries"),
      ),
      page("storage", "settings/storage.tsx", usedBy("owner"), inList("Instance", "Storage")),
    ]),
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
    frame("settings", "settings/project-frame.tsx", readBy("project:read"), [
      index("settings/project-index.tsx", readBy("project:read")),
      page("general", "settings/general.tsx", byAdmin, inList("Project", "General")),
      page("keys", "settings/keys.tsx", byAdmin, inList("Project", "Client keys (DSN)")),
      page("keys/:key", "settings/key.tsx", byAdmin),
      page(
        "members",
        "settings/members.tsx",
        {
          read: "project:read",
          post: {
            add: "project:change",
            change: "project:change",
            remove: "project:change",
            leave: "project:leave",
          },
        },
        inList("Project", "Members"),
      ),
      page(
        "invitations",
        "settings/project-invitations.tsx",
        byAdmin,
        inList("Project", "Invitations"),
      ),
      page(
        "shares",
        "shares/project.tsx",
        usedBy("issue:triage"),
        inList("Project", "Share links"),
      ),
      page(
        "audit",
        "settings/project-audit.tsx",
        readBy("project:change"),
        inList("Project", "Audit log"),
      ),
      page("intake", "settings/intake.tsx", byAdmin, inList("Data", "Usage and quotas")),
      page("filters", "settings/filters.tsx", byAdmin, inList("Data", "Inbound filters")),
      page("scrubbing", "settings/scrubbing.tsx", byAdmin, inList("Data", "Data scrubbing")),
      page("sampling", "settings/sampling.tsx", byAdmin, inList("Data", "Sampling")),
      page("retention", "settings/retention.tsx", byAdmin, inList("Data", "Retention")),
      page(
        "discarded",
        "settings/discarded.tsx",
        { read: "project:read", post: { lift: "issue:triage" } },
        inList("Data", "Discarded issues"),
      ),
      page("grouping", "settings/grouping.tsx", byAdmin, inList("Issues", "Grouping rules")),
      page("ownership", "settings/ownership.tsx", byAdmin, inList("Issues", "Ownership rules")),
      page("triage", "settings/triage.tsx", byAdmin, inList("Issues", "Auto-resolve")),
      page(
        "source-maps",
        "settings/source-maps.tsx",
        { read: "project:read", post: "release:write", takesFiles: true },
        inList("Issues", "Source maps"),
      ),
      page("source-maps/uploads", "settings/source-maps-uploads.tsx", readBy("project:read")),
      page(
        "source-maps/uploads/:bundle",
        "settings/source-maps-upload.tsx",
        readBy("project:read"),
      ),
      page(
        "source-maps/uploads/:bundle/remove",
        "settings/source-maps-remove.tsx",
        usedBy("release:write"),
      ),
    ]),
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
