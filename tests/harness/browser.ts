import { type Browser, chromium } from "@playwright/test";
import { findBrowser, findJourneyBrowser } from "#tests/set-up.js";

/** A real Chromium, quiet: without these it looks up hosts of its maker's at every start. */
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

/** The same engine without windows, for pages whose speed is not measured. */
export function launchJourneyBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findJourneyBrowser()!, args: chromiumArguments });
}
