// A shop on node:http with unmodified @sentry/node. An orchestrator requests its health, a crawler
// and a user its cart.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { createRequire } from "node:module";

const Sentry = createRequire(import.meta.url)(process.env.SENTRY_PACKAGE);

Sentry.init({ dsn: process.env.DSN, release: "shop@1.0.0", tracesSampleRate: 1 });

const server = createServer((request, response) => {
  if (request.url === "/cart")
    Sentry.captureException(new Error(`no price for ${request.headers["user-agent"]}`));
  response.end("ok");
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
/** Uses another process, as the SDK would trace a request of this one. */
const visit = async (path, userAgent) => {
  const headers = JSON.stringify({ "user-agent": userAgent });
  const program = `fetch("http://127.0.0.1:${server.address().port}${path}", { headers: ${headers} })`;
  await once(spawn(process.execPath, ["-e", program]), "exit");
};
await visit("/healthz", "kube-probe/1.29");
await visit("/cart", process.env.CRAWLER);
await visit("/cart", process.env.PERSON);
await Sentry.flush(5000);
server.close();
process.exit(0);
