import type { Section } from "#app/ui/sections.tsx";

/** The pages of the instance's settings, in the order of their list, below `/settings`. All are for owners alone. */
export const instanceSections: readonly Section[] = [
  { text: "Users", path: "users", group: "Access" },
  { text: "Invitations", path: "invitations", group: "Access" },
  { text: "Authentication", path: "authentication", group: "Access" },
  { text: "Audit log", path: "audit", group: "Access" },
  { text: "Email", path: "mail", group: "Instance" },
  { text: "Deliveries", path: "deliveries", group: "Instance" },
  { text: "Storage", path: "storage", group: "Instance" },
];
