import { defineConfig } from "@playwright/test";
import { chromiumArguments } from "./harness/browser.ts";
import { findJourneyBrowser } from "./set-up.js";

// A real user agent: the default one contains “headless”, which some servers treat as a bot.
const userAgent =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36";

export default defineConfig({
  testDir: "e2e",
  outputDir: "../test-results/e2e",
  fullyParallel: false,
  // Journeys mostly wait for pages and workers: on two cores a third browser uses the idle time.
  workers: 3,
  timeout: 120_000,
  // Pictures are compared on any machine, so no picture is specific to a platform.
  snapshotPathTemplate: "{testDir}/looks/{arg}{ext}",
  // Three browsers share two cores, of a busy machine; longer timeouts cost nothing when conditions are met early.
  expect: { timeout: 20_000 },
  // A CI run retries once, and `run.js` reports tests that needed it.
  retries: process.env.CI ? 1 : 0,
  reporter: [
    ["list"],
    ["json", { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? "../test-results/e2e.json" }],
  ],
  use: {
    userAgent,
    launchOptions: { executablePath: findJourneyBrowser(), args: chromiumArguments },
    trace: "off",
  },
  // Each journey runs in both projects: as plain HTML, and with scripts.
  projects: [
    { name: "no-js", use: { javaScriptEnabled: false } },
    // Pictures are taken once without scripts, so changes by scripts are not visible.
    { name: "with-js", testIgnore: "looks.spec.ts", use: { javaScriptEnabled: true } },
  ],
});
