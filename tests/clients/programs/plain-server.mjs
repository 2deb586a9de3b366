// A server without a framework or routes that requests some of its pages. `SENTRY_PACKAGE` names
// its SDK; without one it uses OpenTelemetry configured by its environment. Prints nothing.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { SENTRY_PACKAGE: sentryPackage, DSN: dsn } = process.env;
const finish = sentryPackage ? startSentry() : startOpenTelemetry();

function startSentry() {
  const Sentry = require(sentryPackage);
  Sentry.init({ dsn, release: "web@1.2.3", tracesSampleRate: 1 });
  return () => Sentry.flush(5_000);
}

function startOpenTelemetry() {
  const { NodeSDK } = require("@opentelemetry/sdk-node");
  const { HttpInstrumentation } = require("@opentelemetry/instrumentation-http");
  const sdk = new NodeSDK({ instrumentations: [new HttpInstrumentation()] });
  sdk.start();
  return () => sdk.shutdown();
}

const http = require("node:http");

const server = http.createServer((request, response) => {
  request.resume();
  response.end("ok");
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

const requests = [
  ["GET", "/users/18"],
  ["GET", "/users/19?tab=orders&token=4711"],
  ["GET", "/files/0b8e1f2a-3c4d-4e5f-8a9b-0c1d2e3f4a5b"],
  ["GET", "/files/9a8e1f2a-3c4d-4e5f-8a9b-0c1d2e3f4a5b/preview"],
  ["GET", "/commits/3f786850e387550fdab836ed7e6dc881de23001b"],
  ["GET", "/checkout"],
  ["POST", "/checkout"],
];
// One by one: a client in the same process joins the trace, and each request is still its own
// route.
for (const [method, path] of requests) {
  await new Promise((resolve) => {
    const request = http.request(
      { host: "127.0.0.1", port: server.address().port, method, path },
      (response) => {
        response.resume();
        response.on("end", resolve);
      },
    );
    request.end();
  });
}
server.close();
await finish();
