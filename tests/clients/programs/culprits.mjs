// Errors whose innermost frame is the engine's, a library's, or the SDK's.
import { createRequire } from "node:module";

const Sentry = createRequire(import.meta.url)(process.env.SENTRY_PACKAGE);
Sentry.init({
  dsn: process.env.DSN,
  attachStacktrace: true,
  integrations: [Sentry.captureConsoleIntegration({ levels: ["error"] })],
});

function readCart(text) {
  return JSON.parse(text);
}

function reportStock() {
  console.error("stock is negative");
}

try {
  readCart("{");
} catch (error) {
  Sentry.captureException(error);
}
try {
  [1].map((line) => line.price.amount);
} catch (error) {
  Sentry.captureException(error);
}
// The engine calls this without an in-app frame on the stack.
const refused = Promise.resolve("{{")
  .then(JSON.parse)
  .catch((error) => Sentry.captureException(error));
await new Promise((resolve) => setTimeout(() => refused.then(resolve), 10));
reportStock();
await Sentry.flush(5_000);
