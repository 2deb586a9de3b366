/** What to paste into an application, a snippet an SDK. `platforms`: the projects for which it is the one to show first. */
export type Snippet = { title: string; platforms: string[]; install?: string; code: string };

export function snippets({ dsn, storeUrl }: { dsn: string; storeUrl: string }): Snippet[] {
  return [
    {
      title: "Browser",
      platforms: ["javascript"],
      install: "npm install @sentry/browser",
      code: `import * as Sentry from "@sentry/browser";

Sentry.init({ dsn: "${dsn}" });`,
    },
    {
      title: "React Router",
      platforms: ["react-router"],
      install: "npm install @sentry/react-router",
      code: `// entry.client.tsx, before hydrating
import * as Sentry from "@sentry/react-router";

Sentry.init({ dsn: "${dsn}" });

// instrument.server.mjs, loaded with node --import ./instrument.server.mjs
import * as Sentry from "@sentry/react-router";

Sentry.init({ dsn: "${dsn}" });`,
    },
    {
      title: "Node.js",
      platforms: ["node"],
      install: "npm install @sentry/node",
      code: `// instrument.mjs, loaded with node --import ./instrument.mjs
import * as Sentry from "@sentry/node";

Sentry.init({ dsn: "${dsn}" });`,
    },
    {
      title: "Python",
      platforms: ["python"],
      install: "pip install sentry-sdk",
      code: `import sentry_sdk

sentry_sdk.init(dsn="${dsn}")`,
    },
    {
      title: "Ruby",
      platforms: ["ruby"],
      install: "gem install sentry-ruby",
      code: `require "sentry-ruby"

Sentry.init do |config|
  config.dsn = "${dsn}"
end`,
    },
    {
      title: "curl",
      platforms: ["php", "go", "java", "other"],
      code: `curl '${storeUrl}' -H 'Content-Type: application/json' -d '{
  "level": "error",
  "message": "Hello from curl"
}'`,
    },
  ];
}
