import { type Browser, chromium } from "@playwright/test";
import { findBrowser, findJourneyBrowser } from "#tests/set-up.js";

/**
 * A real Chromium without background traffic; by default it looks up its maker's hosts at every
 * start.
 */
export const chromiumArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findBrowser()!, args: chromiumArguments });
}

/** The headless shell of the same engine, for pages that are not measured. */
export function launchJourneyBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findJourneyBrowser()!, args: chromiumArguments });
}
