import { fileURLToPath } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

// One application with the telemetry of a folder in `sdk`.
const sdk = fileURLToPath(new URL(`sdk/${process.env.APP_SDK}`, import.meta.url));

// Zone.js cannot follow native async functions, so applications with it are compiled to ES2016.
const target = process.env.APP_SDK === "opentelemetry" ? "es2016" : "baseline-widely-available";

export default defineConfig({
  plugins: [reactRouter()],
  resolve: { alias: { sdk } },
  environments: { client: { build: { target } } },
  logLevel: "warn",
});
