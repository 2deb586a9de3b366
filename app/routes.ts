import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";

/** The table of contents: every page of Spoor, in the order a newcomer meets them. */
export default [
  layout("routes/front/layout.tsx", [
    index("routes/projects/list.tsx"),
    route("setup", "routes/setup/page.tsx"),
    route("login", "routes/session/login.tsx"),
    route("logout", "routes/session/logout.tsx"),
    route("forgot", "routes/session/forgot.tsx"),
    route("reset/:token", "routes/session/reset.tsx"),
    route("invite/:token", "routes/session/invite.tsx"),
    route("account", "routes/account/layout.tsx", [
      index("routes/account/profile.tsx"),
      route("password", "routes/account/password.tsx"),
      route("sessions", "routes/account/sessions.tsx"),
      route("tokens", "routes/account/tokens.tsx"),
    ]),
    route("settings", "routes/settings/instance-frame.tsx", [
      index("routes/settings/instance-index.tsx"),
      route("users", "routes/settings/users.tsx"),
      route("invitations", "routes/settings/invitations.tsx"),
      route("mail", "routes/settings/mail.tsx"),
      route("audit", "routes/settings/audit.tsx"),
    ]),
    route("projects/new", "routes/projects/new.tsx"),
  ]),
  route("theme", "routes/theme/page.tsx"),
  route(":project", "routes/projects/layout.tsx", [
    index("routes/projects/index.tsx"),
    route("connect", "routes/projects/connect.tsx"),
    route("issues", "routes/issues/list.tsx"),
    route("issues/:issue", "routes/issues/layout.tsx", [
      index("routes/issues/event.tsx", { id: "latest-event" }),
      route("events", "routes/issues/events.tsx"),
      route("events/:event", "routes/issues/event.tsx"),
      route("tags", "routes/issues/tags.tsx"),
      route("tags/:key", "routes/issues/tag.tsx"),
      route("activity", "routes/issues/activity.tsx"),
      route("grouping", "routes/issues/grouping.tsx"),
    ]),
    route("routes", "routes/routes/list.tsx"),
    route("routes/:route", "routes/routes/page.tsx"),
    route("routes/:route/compare", "routes/routes/compare.tsx"),
    route("vitals", "routes/vitals/page.tsx"),
    route("traces", "routes/traces/list.tsx"),
    route("traces/compare", "routes/traces/compare.tsx"),
    route("traces/:trace", "routes/traces/layout.tsx", [route("spans/:span", "routes/traces/span.tsx")]),
    route("traces/:trace/spans/:span/raw", "routes/traces/span-raw.ts"),
    route("settings", "routes/settings/project-frame.tsx", [
      index("routes/settings/project-index.tsx"),
      route("members", "routes/settings/members.tsx"),
      route("invitations", "routes/settings/project-invitations.tsx"),
      route("audit", "routes/settings/project-audit.tsx"),
    ]),
  ]),
  // Middleware and the root loader run for matched paths alone, so what is not found needs a route of its own.
  route("*", "routes/front/not-found.tsx"),
] satisfies RouteConfig;
