// A page with unmodified @sentry/browser. The DSN is in its URL.
import * as Sentry from "@sentry/browser";

Sentry.init({
  dsn: new URL(location.href).searchParams.get("dsn"),
  release: "web@1.2.3",
  environment: "production",
});
Sentry.setUser({ id: "7", email: "x@y.example" });
Sentry.setTag("plan", "free");
console.log("a console breadcrumb");

Sentry.captureMessage("hello from the page", "info");
Sentry.withScope((scope) => {
  scope.setFingerprint(["browser", "own"]);
  Sentry.captureException(new RangeError("own fingerprint"));
});

function firstPrice(cart) {
  return cart.lines[0].price;
}
document.querySelector("#chain").addEventListener("click", function checkout() {
  try {
    firstPrice({});
  } catch (error) {
    Sentry.captureException(new Error("checkout failed", { cause: error }));
  }
});
document.querySelector("#crash").addEventListener("click", function crash() {
  throw new TypeError("nobody caught this click");
});
document.querySelector("#reject").addEventListener("click", () => {
  void Promise.reject(new Error("unhandled rejection here"));
});
