// Errors whose innermost frame is not the application's: the engine's, a library's, the SDK's own.
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
// Nothing of the application is on the stack when the engine calls this.
const refused = Promise.resolve("{{")
  .then(JSON.parse)
  .catch((error) => Sentry.captureException(error));
await new Promise((resolve) => setTimeout(() => refused.then(resolve), 10));
reportStock();
await Sentry.flush(5_000);
