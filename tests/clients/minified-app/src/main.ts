import * as Sentry from "@sentry/browser";
import { checkout } from "./checkout.ts";

const asked = new URLSearchParams(location.search);
Sentry.init({
  dsn: asked.get("dsn")!,
  release: asked.get("release") ?? undefined,
  environment: "production",
});

setTimeout(() => {
  document.querySelector("#said")!.textContent = checkout({ id: 7, lines: [] });
}, 20);
