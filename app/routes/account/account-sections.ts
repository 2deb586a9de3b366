import type { Section } from "#app/ui/sections.tsx";

/** The pages of one's own account, in the order of their list. A new page is a line here and one in `app/routes.ts`. */
export const accountSections: readonly Section[] = [
  { text: "Profile", path: "", group: "Account" },
  { text: "Notifications", path: "notifications", group: "Account" },
  { text: "API tokens", path: "tokens", group: "Account" },
  { text: "Password", path: "password", group: "Security" },
  { text: "Two-factor authentication", path: "two-factor", group: "Security" },
  { text: "Passkeys", path: "passkeys", group: "Security" },
  { text: "Sessions", path: "sessions", group: "Security" },
  { text: "Sign out", path: "/logout", group: "Security" },
];
