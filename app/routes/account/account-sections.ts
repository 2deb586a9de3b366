/** The pages of one's own account, in the order of their tabs. A new page is a line here and one in `app/routes.ts`. */
export const accountSections = [
  { text: "Profile", path: "/account" },
  { text: "Password", path: "/account/password" },
  { text: "Two factors", path: "/account/two-factor" },
  { text: "Passkeys", path: "/account/passkeys" },
  { text: "Sessions", path: "/account/sessions" },
  { text: "Notifications", path: "/account/notifications" },
  { text: "API tokens", path: "/account/tokens" },
  { text: "Sign out", path: "/logout" },
] as const;
