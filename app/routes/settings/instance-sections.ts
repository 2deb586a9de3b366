/** The pages of this Spoor's own settings, in the order of their tabs, below `/settings`. All are for owners alone. */
export const instanceSections: readonly { text: string; path: string }[] = [
  { text: "Users", path: "users" },
  { text: "Invitations", path: "invitations" },
  { text: "Signing in", path: "authentication" },
  { text: "Mail", path: "mail" },
  { text: "Deliveries", path: "deliveries" },
  { text: "Storage", path: "storage" },
  { text: "Audit log", path: "audit" },
];
