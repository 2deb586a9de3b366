// A shop on node:http with unmodified @sentry/node. A browser visits it (UA), and its only page
// throws.
import { createServer } from "node:http";
import { createRequire } from "node:module";

const Sentry = createRequire(import.meta.url)(process.env.SENTRY_PACKAGE);

Sentry.init({ dsn: process.env.DSN, release: "shop@1.0.0", tracesSampleRate: 1 });

const server = createServer((request, response) => {
  Sentry.captureException(new Error(`no price at ${request.url}`));
  response.end("sorry");
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address();
await (
  await fetch(`http://127.0.0.1:${port}/cart`, { headers: { "user-agent": process.env.UA } })
).text();
await Sentry.flush(5000);
server.close();
process.exit(0);
