import { type Addresses, shell, type Snippet } from "./guide.ts";

/**
 * Complete files for a React Router application without its own, as in `app/trace/README.md` (a
 * test compares both): one trace from the click to the query. The last snippet is for builds that
 * can't reach this server.
 */
export function instrumentationFiles(
  { otlpEndpoint, publicKey, instrumentation }: Addresses,
  service: string,
): Snippet[] {
  if (instrumentation === undefined) return [];
  return [
    shell(`npm install ${instrumentation}`),
    {
      file: "app/entry.server.tsx",
      code: serverEntry.replace(fromEnvironment, constants(otlpEndpoint, publicKey, service)),
    },
    { file: "app/entry.client.tsx", code: clientEntry },
    { file: "app/spoor.d.ts, for TypeScript", code: types },
    { file: "app/root.tsx, above the other imports", code: rootImport },
    { file: "app/root.tsx, inside <head>", code: "<TelemetryMeta />" },
    {
      file: "Or vendor it, if builds can't reach this server",
      code: `curl --create-dirs -o vendor/spoor-react-router.tgz ${instrumentation}\nnpm install ./vendor/spoor-react-router.tgz`,
    },
  ];
}

/** Both are known here, so the guide's conditional code becomes unconditional. */
const fromEnvironment = /^const \{ SPOOR_URL: [^]*?: undefined;$/m;

const constants = (
  endpoint: string,
  key: string,
  service: string,
) => `const endpoint = "${endpoint}";
const key = "${key}";
startTelemetry({ serviceName: "${service}", otlpEndpoint: endpoint, otlpHeaders: { authorization: \`Bearer \${key}\` } });
const browser = { endpoint, key, serviceName: "${service}-browser" };`;

const rootImport = 'import { TelemetryMeta } from "spoor-react-router/client";';

const serverEntry = `import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";
import { DocumentTelemetry } from "spoor-react-router/client";
import {
  createInstrumentations,
  currentTraceparent,
  recordError,
  startTelemetry,
  traceparentTiming,
} from "spoor-react-router/server";
import { routes } from "virtual:react-router/server-build";

const { SPOOR_URL: endpoint, SPOOR_KEY: key } = process.env;
if (endpoint) startTelemetry({ serviceName: "shop", otlpEndpoint: endpoint, otlpHeaders: { authorization: \`Bearer \${key}\` } });
const browser = endpoint ? { endpoint, key, serviceName: "shop-browser" } : undefined;

export const instrumentations = createInstrumentations({ routes: () => routes });

export function handleError(error: unknown, { request }: { request: Request }) {
  if (request.signal.aborted) return;
  console.error(error);
  recordError(error);
}

export default async function handleRequest(request: Request, status: number, headers: Headers, entry: EntryContext) {
  const stream = await renderToReadableStream(
    <DocumentTelemetry traceparent={currentTraceparent()} entry={entry} browser={browser}>
      <ServerRouter context={entry} url={request.url} />
    </DocumentTelemetry>,
    { onError: (error) => recordError(error) },
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.append("Server-Timing", traceparentTiming() ?? "");
  return new Response(stream, { status, headers });
}`;

const clientEntry = `import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { recordRouterError, startBrowserTelemetry } from "spoor-react-router/client";

const instrumentations = startBrowserTelemetry();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter instrumentations={instrumentations} onError={recordRouterError} />
    </StrictMode>,
  );
});`;

const types = `declare module "virtual:react-router/server-build" {
  export const routes: import("react-router").ServerBuild["routes"];
}`;
