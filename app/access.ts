import type { Who } from "#server/domain/people/permission.ts";

/**
 * Who may open each page and who may post to it, by the route's id. `post` by intent where intents differ. The server does
 * not start with a route that is missing here (`access-plan.ts`), and asks here before any loader or action (`authorize.ts`).
 */
export type RouteRule = {
  read: Who;
  post?: Who | { [intent: string]: Who };
  /** The action reads the body itself, in another thread: it may be large. */
  takesFiles?: true;
};

export const access: { readonly [routeId: string]: RouteRule } = {
  root: { read: "public" },
  "routes/front/layout": { read: "public" },
  "routes/front/not-found": { read: "public", post: "public" },
  "routes/theme/page": { read: "public", post: "public" },

  // Coming in.
  "routes/setup/page": { read: "public", post: "public" },
  "routes/session/login": { read: "public", post: "public" },
  "routes/session/second-factor": { read: "public", post: "public" },
  "routes/session/oidc": { read: "public" },
  "routes/session/oidc-callback": { read: "public" },
  "routes/session/passkey": { read: "public", post: "public" },
  "routes/session/logout": { read: "session", post: "public" },
  "routes/session/forgot": { read: "public", post: "public" },
  "routes/session/reset": { read: "public", post: "public" },
  "routes/session/invite": { read: "public", post: "public" },
  "routes/shares/page": { read: "public" },
  "routes/unsubscribe/page": { read: "public", post: "public" },

  // Oneself.
  "routes/account/layout": { read: "session" },
  "routes/account/two-factor": { read: "session", post: "session" },
  "routes/account/passkeys": { read: "session", post: "session" },
  "routes/account/profile": { read: "person", post: "person" },
  "routes/account/password": { read: "person", post: "person" },
  "routes/account/sessions": { read: "person", post: "person" },
  "routes/account/notifications": { read: "person", post: "person" },
  "routes/account/tokens": { read: "person", post: "person" },

  // This Spoor.
  "routes/projects/list": { read: "viewer" },
  "routes/search/page": { read: "viewer" },
  "routes/projects/new": { read: "owner", post: "owner" },
  "routes/projects/sample": { read: "owner", post: { load: "owner", remove: "owner" } },
  "routes/projects/deletion": { read: "viewer" },
  "routes/settings/instance-frame": { read: "owner" },
  "routes/settings/instance-index": { read: "owner" },
  "routes/settings/users": { read: "owner", post: "owner" },
  "routes/settings/invitations": { read: "owner", post: "owner" },
  "routes/settings/authentication": { read: "owner", post: "owner" },
  "routes/settings/mail": { read: "owner", post: "owner" },
  "routes/settings/deliveries": { read: "owner", post: "owner" },
  "routes/settings/storage": { read: "owner", post: "owner" },
  "routes/settings/audit": { read: "owner" },

  // A project.
  "routes/projects/layout": { read: "project:read" },
  "routes/overview/page": { read: "project:read" },
  "routes/projects/connect/page": { read: "project:read", post: "issue:triage" },
  "routes/issues/list": { read: "issue:read", post: "issue:triage" },
  // Every other act is for who may do all of these.
  // A viewer keeps searches of their own, and a token that only reads keeps none. What is shared takes more: searches.tsx.
  "routes/issues/searches": { read: "issue:read", post: "issue:comment" },
  "routes/issues/layout": {
    read: "issue:read",
    post: { resolve: "issue:triage", subscribe: "issue:comment", unsubscribe: "issue:comment" },
  },
  "latest-event": { read: "issue:read" },
  "routes/issues/events": { read: "issue:read" },
  "routes/issues/event": { read: "issue:read" },
  "routes/issues/tags": { read: "issue:read" },
  "routes/issues/tag": { read: "issue:read" },
  "routes/issues/activity": { read: "issue:read", post: "issue:comment" },
  "routes/issues/feedback": { read: "issue:read" },
  "routes/issues/attachment": { read: "issue:read" },
  "routes/feedback/list": { read: "issue:read", post: "issue:triage" },
  "routes/issues/grouping": { read: "issue:read" },
  "routes/issues/grouping/merged": { read: "issue:read", post: "issue:triage" },
  "routes/issues/grouping/similar": { read: "issue:read" },
  "routes/shares/issue": { read: "issue:triage", post: "issue:triage" },
  "routes/shares/trace": { read: "issue:triage", post: "issue:triage" },
  "routes/shares/project": { read: "issue:triage", post: "issue:triage" },
  "routes/routes/compare": { read: "project:read" },
  "routes/routes/list": { read: "project:read" },
  "routes/routes/page": { read: "project:read" },
  "routes/traces/list": { read: "project:read" },
  "routes/traces/compare": { read: "project:read" },
  "routes/traces/layout": { read: "project:read" },
  "routes/traces/span": { read: "project:read" },
  "routes/traces/span-raw": { read: "project:read" },
  "routes/releases/list": { read: "project:read" },
  "routes/releases/page": { read: "project:read" },
  "routes/vitals/page": { read: "project:read" },
  "routes/monitors/list": { read: "project:read" },
  "routes/monitors/new": { read: "issue:triage", post: "issue:triage" },
  "routes/monitors/page": { read: "project:read", post: "issue:triage" },
  "routes/monitors/edit": { read: "issue:triage", post: "issue:triage" },
  "routes/monitors/remove": { read: "project:change", post: "project:change" },
  "routes/alerts/list": { read: "project:read" },
  "routes/alerts/new": { read: "project:change", post: "project:change" },
  "routes/alerts/rule": {
    read: "project:read",
    post: { mute: "issue:triage", unmute: "issue:triage", test: "project:change" },
  },
  "routes/alerts/edit": { read: "project:change", post: "project:change" },
  "routes/alerts/remove": { read: "project:change", post: "project:change" },
  "routes/alerts/deliveries": { read: "project:read", post: "project:change" },
  "routes/settings/project-frame": { read: "project:read" },
  "routes/settings/project-index": { read: "project:read" },
  "routes/settings/general": { read: "project:change", post: "project:change" },
  "routes/settings/keys": { read: "project:change", post: "project:change" },
  "routes/settings/key": { read: "project:change", post: "project:change" },
  "routes/settings/grouping": { read: "project:change", post: "project:change" },
  "routes/settings/filters": { read: "project:change", post: "project:change" },
  "routes/settings/scrubbing": { read: "project:change", post: "project:change" },
  "routes/settings/sampling": { read: "project:change", post: "project:change" },
  "routes/settings/triage": { read: "project:change", post: "project:change" },
  "routes/settings/discarded": { read: "project:read", post: { lift: "issue:triage" } },
  "routes/settings/intake": { read: "project:change", post: "project:change" },
  "routes/settings/retention": { read: "project:change", post: "project:change" },
  "routes/settings/source-maps": { read: "project:read", post: "release:write", takesFiles: true },
  "routes/settings/source-maps-uploads": { read: "project:read" },
  "routes/settings/source-maps-upload": { read: "project:read" },
  "routes/settings/source-maps-remove": { read: "release:write", post: "release:write" },
  "routes/settings/ownership": { read: "project:change", post: "project:change" },
  "routes/settings/members": {
    read: "project:read",
    post: { add: "project:change", change: "project:change", remove: "project:change", leave: "project:leave" },
  },
  "routes/settings/project-invitations": { read: "project:change", post: "project:change" },
  "routes/settings/project-audit": { read: "project:change" },
};
