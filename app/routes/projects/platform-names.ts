import type { Platform } from "#server/domain/form/fields.ts";

/** What the lists call the platforms. */
export const platformNames: Record<Platform, string> = {
  javascript: "Browser JavaScript",
  "react-router": "React Router",
  node: "Node.js",
  python: "Python",
  ruby: "Ruby",
  php: "PHP",
  go: "Go",
  java: "Java",
  other: "Something else",
};
