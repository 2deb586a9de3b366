import {
  byAdmin,
  byPerson,
  inList,
  index,
  page,
  readBy,
  type RouteEntry,
  usedBy,
} from "./route-entry.ts";

// Pages next to a list, in the list's order.

/** A member's own account. */
export const accountPages: readonly RouteEntry[] = [
  index("account/profile.tsx", byPerson, inList("Account", "Profile")),
  page("notifications", "account/notifications.tsx", byPerson, inList("Account", "Notifications")),
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
];

/** Settings of the instance, for owners. */
export const instanceSettings: readonly RouteEntry[] = [
  index("settings/instance-index.tsx", readBy("owner")),
  page("users", "settings/users.tsx", usedBy("owner"), inList("Access", "Users")),
  page("invitations", "settings/invitations.tsx", usedBy("owner"), inList("Access", "Invitations")),
  page(
    "authentication",
    "settings/authentication.tsx",
    usedBy("owner"),
    inList("Access", "Authentication"),
  ),
  page("audit", "settings/audit.tsx", readBy("owner"), inList("Access", "Audit log")),
  page("mail", "settings/mail.tsx", usedBy("owner"), inList("Instance", "Email")),
  page("deliveries", "settings/deliveries.tsx", usedBy("owner"), inList("Instance", "Deliveries")),
  page("storage", "settings/storage.tsx", usedBy("owner"), inList("Instance", "Storage")),
];

/** Settings of a project. */
export const projectSettings: readonly RouteEntry[] = [
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
  page("shares", "shares/project.tsx", usedBy("issue:triage"), inList("Project", "Share links")),
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
  page("source-maps/uploads/:bundle", "settings/source-maps-upload.tsx", readBy("project:read")),
  page(
    "source-maps/uploads/:bundle/remove",
    "settings/source-maps-remove.tsx",
    usedBy("release:write"),
  ),
];
