// A service with @sentry/node: RELEASE is its version, FAILS the number of failing requests out of
// 60, DSN the target.
import * as Sentry from "@sentry/node";

Sentry.init({ dsn: process.env.DSN, release: process.env.RELEASE, tracesSampleRate: 1 });

const request = { name: "GET /cart", op: "http.server", forceTransaction: true };
const attributes = {
  "http.route": "/cart",
  "http.request.method": "GET",
  "sentry.source": "route",
};
for (let each = 0; each < 60; each++)
  Sentry.startSpan({ ...request, attributes }, (span) => {
    if (each < Number(process.env.FAILS)) span.setStatus({ code: 2, message: "internal_error" });
  });
const [name] = process.env.RELEASE.split("@");
if (process.env.FAILS !== "0")
  Sentry.captureException(new Error(`The cart of ${name} is empty`), { fingerprint: [name] });
await Sentry.close(5_000);
