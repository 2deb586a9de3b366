import type { Platform } from "#server/domain/form/fields.ts";

/** Names of platforms in lists. */
export const platformNames: Record<Platform, string> = {
  "react-router": "React Router",
  remix: "Remix",
  nextjs: "Next.js",
  express: "Express",
  hono: "Hono",
  javascript: "Browser JavaScript",
  node: "Node.js",
  python: "Python",
  ruby: "Ruby",
  php: "PHP",
  go: "Go",
  java: "Java",
  dotnet: ".NET",
  opentelemetry: "OpenTelemetry",
  other: "Other",
};
