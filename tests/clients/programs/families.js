// Failures in a page with @sentry/browser that are not bugs of the page, one per button.
import * as Sentry from "@sentry/browser";
import { createElement } from "react";
import { hydrateRoot } from "react-dom/client";

const parameters = new URL(location.href).searchParams;
Sentry.init({ dsn: parameters.get("dsn"), release: "web@1.2.3" });

const on = (id, fail) =>
  document.querySelector(id).addEventListener("click", () => {
    fail().catch((error) => Sentry.captureException(error));
  });

// A file of the previous build, which the server no longer has.
on("#chunk", () => import(/* @vite-ignore */ "/assets/cart-B_jslZTw.js"));
on("#abort", () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 20);
  return fetch("/slow", { signal: controller.signal });
});
on("#connection", () => fetch("http://127.0.0.1:9/"));

hydrateRoot(document.querySelector("#price"), createElement("b", null, "4 €"), {
  onRecoverableError: (error) => Sentry.captureException(error),
});
