// An application with unmodified @sentry/node. `SENTRY_PACKAGE` is the version, `DSN` the target.
import { createRequire } from "node:module";

const Sentry = createRequire(import.meta.url)(process.env.SENTRY_PACKAGE);

Sentry.init({
  dsn: process.env.DSN,
  release: "web@1.2.3",
  environment: "production",
  integrations: (all) => all.filter((each) => !/Http|Fetch|Undici/.test(each.name)),
});
Sentry.setUser({ id: "42", email: "jane@example.com" });
Sentry.setTag("plan", "pro");
Sentry.addBreadcrumb({ category: "auth", message: "logged in", level: "info" });

function inner() {
  throw new TypeError("Cannot read properties of undefined (reading 'id')");
}

try {
  inner();
} catch (error) {
  Sentry.captureException(new Error("Checkout failed for order 12345", { cause: error }));
}
Sentry.captureMessage("Something odd happened", "warning");
Sentry.withScope((scope) => {
  scope.setFingerprint(["{{ default }}", "tenant-7"]);
  Sentry.captureException(new RangeError("out of range"));
});
Sentry.withScope((scope) => {
  scope.setFingerprint(["payments", "declined"]);
  Sentry.captureException(new Error("card declined"));
  Sentry.captureException(new SyntaxError("another text, the same fingerprint"));
});
await Sentry.flush(5000);

if (process.env.END === "rejection") void Promise.reject(new Error("nobody waited for me"));
else
  setTimeout(function crash() {
    throw new Error("nobody caught me");
  }, 0);
