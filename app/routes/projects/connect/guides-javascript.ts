import { type MakeGuide, shell } from "./guide.ts";

export const browser: MakeGuide = ({ dsn }) => ({
  key: "javascript",
  title: "Browser",
  install: [shell("npm install @sentry/browser")],
  configure: [
    {
      file: "main.js, before anything else",
      code: `import * as Sentry from "@sentry/browser";

Sentry.init({
  dsn: "${dsn}",
  integrations: [Sentry.browserTracingIntegration()],
  tracesSampleRate: 1,
});`,
    },
  ],
  test: [{ file: "main.js", code: `setTimeout(() => { throw new Error("Spoor test error"); });` }],
});

const nodeInit = (dsn: string, from: string) => `import * as Sentry from "${from}";

Sentry.init({ dsn: "${dsn}", tracesSampleRate: 1 });`;

export const node: MakeGuide = ({ dsn }) => ({
  key: "node",
  title: "Node.js",
  install: [shell("npm install @sentry/node")],
  configure: [
    { file: "instrument.mjs", code: nodeInit(dsn, "@sentry/node") },
    shell("node --import ./instrument.mjs server.js"),
  ],
  test: [
    { file: "server.js", code: `setTimeout(() => { throw new Error("Spoor test error"); });` },
  ],
});

export const express: MakeGuide = ({ dsn }) => ({
  key: "express",
  title: "Express",
  install: [shell("npm install @sentry/node")],
  configure: [
    { file: "instrument.mjs", code: nodeInit(dsn, "@sentry/node") },
    {
      file: "server.js, after all routes",
      code: `import * as Sentry from "@sentry/node";

Sentry.setupExpressErrorHandler(app);`,
    },
    shell("node --import ./instrument.mjs server.js"),
  ],
  test: [
    {
      file: "server.js",
      code: `app.get("/spoor-test", () => { throw new Error("Spoor test error"); });`,
    },
  ],
});

export const hono: MakeGuide = ({ dsn }) => ({
  key: "hono",
  title: "Hono",
  install: [shell("npm install @sentry/hono @sentry/node")],
  configure: [
    { file: "instrument.mjs", code: nodeInit(dsn, "@sentry/hono/node") },
    {
      file: "server.js, before the routes",
      code: `import { sentry } from "@sentry/hono/node";

app.use(sentry(app));`,
    },
    shell("node --import ./instrument.mjs server.js"),
  ],
  test: [
    {
      file: "server.js",
      code: `app.get("/spoor-test", () => { throw new Error("Spoor test error"); });`,
    },
  ],
  note: "Both packages must have the same version.",
});

export const reactRouter: MakeGuide = ({ dsn }) => ({
  key: "react-router",
  title: "React Router",
  install: [shell("npm install @sentry/react-router\nnpx react-router reveal")],
  configure: [
    {
      file: "app/entry.client.tsx",
      code: `import * as Sentry from "@sentry/react-router";

Sentry.init({
  dsn: "${dsn}",
  integrations: [Sentry.reactRouterTracingIntegration()],
  tracesSampleRate: 1,
});

// In hydrateRoot:
<HydratedRouter onError={Sentry.sentryOnError} />`,
    },
    { file: "instrument.server.mjs", code: nodeInit(dsn, "@sentry/react-router") },
    {
      file: "app/entry.server.tsx",
      code: `import * as Sentry from "@sentry/react-router";

export const handleError = Sentry.createSentryHandleError({ logErrors: true });
export const instrumentations = [Sentry.createSentryServerInstrumentation()];`,
    },
    shell(
      `NODE_OPTIONS="--import ./instrument.server.mjs" npx react-router-serve build/server/index.js`,
    ),
  ],
  test: [
    {
      file: "any route",
      code: `export function loader() {\n  throw new Error("Spoor test error");\n}`,
    },
  ],
});

export const remix: MakeGuide = ({ dsn }) => ({
  key: "remix",
  title: "Remix",
  install: [shell("npm install @sentry/remix")],
  configure: [
    {
      file: "app/entry.client.tsx",
      code: `import { useLocation, useMatches } from "@remix-run/react";
import * as Sentry from "@sentry/remix";
import { useEffect } from "react";

Sentry.init({
  dsn: "${dsn}",
  integrations: [Sentry.browserTracingIntegration({ useEffect, useLocation, useMatches })],
  tracesSampleRate: 1,
});`,
    },
    { file: "instrument.server.mjs", code: nodeInit(dsn, "@sentry/remix") },
    {
      file: "app/entry.server.tsx",
      code: `import * as Sentry from "@sentry/remix";

export const handleError = Sentry.sentryHandleError;`,
    },
    shell(`NODE_OPTIONS="--import ./instrument.server.mjs" npx remix-serve build/server/index.js`),
  ],
  test: [
    {
      file: "any route",
      code: `export function loader() {\n  throw new Error("Spoor test error");\n}`,
    },
  ],
});

export const next: MakeGuide = ({ dsn }) => ({
  key: "nextjs",
  title: "Next.js",
  install: [shell("npm install @sentry/nextjs")],
  configure: [
    {
      file: "instrumentation-client.ts",
      code: `import * as Sentry from "@sentry/nextjs";

Sentry.init({ dsn: "${dsn}", tracesSampleRate: 1 });

export const onRouterTransitionStart = Sentry.captureRouterTransitionStart;`,
    },
    {
      file: "instrumentation.ts",
      code: `import * as Sentry from "@sentry/nextjs";

export function register() {
  Sentry.init({ dsn: "${dsn}", tracesSampleRate: 1 });
}

export const onRequestError = Sentry.captureRequestError;`,
    },
    {
      file: "next.config.ts",
      code: `import { withSentryConfig } from "@sentry/nextjs";

export default withSentryConfig(nextConfig, { telemetry: false });`,
    },
  ],
  test: [
    {
      file: "app/spoor-test/route.ts",
      code: `export function GET() {\n  throw new Error("Spoor test error");\n}`,
    },
  ],
});
