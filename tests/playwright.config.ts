import { defineConfig } from "@playwright/test";
import { chromiumArguments } from "./harness/browser.ts";
import { findJourneyBrowser } from "./set-up.js";

// A real user agent: the default one says it is headless, and some servers treat that as a bot.
const userAgent =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36";

export default defineConfig({
  testDir: "e2e",
  outputDir: "../test-results/e2e",
  fullyParallel: false,
  // Journeys wait for pages and workers more than they compute: on two cores a third browser uses what two leave idle.
  workers: 3,
  timeout: 60_000,
  // What pages look like is compared on one machine after the other: no picture is for one platform alone.
  snapshotPathTemplate: "{testDir}/looks/{arg}{ext}",
  // Three browsers on two cores: what is waited for costs nothing while it comes.
  expect: { timeout: 10_000 },
  // A run that others wait for is not stopped by one slip; `run.js` says aloud what slipped.
  retries: process.env.CI ? 1 : 0,
  reporter: [["list"], ["json", { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? "../test-results/e2e.json" }]],
  use: {
    userAgent,
    launchOptions: { executablePath: findJourneyBrowser(), args: chromiumArguments },
    trace: "off",
  },
  // Each journey runs in both: as plain HTML over HTTP, and enhanced.
  projects: [
    { name: "no-js", use: { javaScriptEnabled: false } },
    // Pictures are taken once, without scripts: what those add later is not seen on them.
    { name: "with-js", testIgnore: "looks.spec.ts", use: { javaScriptEnabled: true } },
  ],
});
