import type { Page } from "@playwright/test";
import type { RealApp } from "./real-apps.ts";
import { pause } from "#tests/harness/spoor.ts";

/** Sentry ends a navigation when idle. */
const idleMs = 1_300;

/** Steps of a visitor in `visitRealApp`, in order. */
export const realSteps = [
  "open",
  "navigate",
  "submit",
  "idle",
  "fetch",
  "post",
  "search",
  "nest",
  "fail",
  "miss",
  "land",
] as const;
export type RealStep = (typeof realSteps)[number];

/**
 * Opens the shop and does all or the given steps, with pauses for SDKs to send. Leaves the page at
 * the end, so that browsers report the rest.
 */
export async function visitRealApp(
  page: Page,
  { url }: RealApp,
  steps: readonly RealStep[] = realSteps,
): Promise<void> {
  for (const step of steps) {
    await acts[step](page, url);
    await pause(idleMs);
  }
  await page.goto("about:blank");
  await pause(idleMs);
}

const acts: { [step in RealStep]: (page: Page, url: string) => Promise<unknown> } = {
  open: (page, url) => page.goto(url, { waitUntil: "networkidle" }),
  async navigate(page) {
    await page.getByRole("link", { name: "Cart" }).click();
    await page.getByRole("button", { name: "Boots" }).waitFor();
  },
  async submit(page) {
    await page.getByRole("button", { name: "Boots" }).click();
    await page.getByRole("heading", { name: "Products" }).waitFor();
  },
  /** Clicks on an element that is neither a link nor a button. */
  async idle(page) {
    for (let clicks = 0; clicks < 3; clicks++)
      await page.getByRole("heading", { name: "Products" }).click();
  },
  async fetch(page) {
    await page.getByRole("button", { name: "Peek" }).click();
    await page.getByText("1 peeked").waitFor();
  },
  async post(page) {
    await page.getByRole("button", { name: "Lamp" }).click();
    await page.getByText("2 peeked").waitFor();
  },
  async search(page) {
    await page.getByRole("link", { name: "Search" }).click();
    await page.getByRole("heading", { name: "Search" }).waitFor();
  },
  async nest(page) {
    await page.getByRole("link", { name: "Reviews" }).click();
    await page.getByText("2 reviews").waitFor();
  },
  async fail(page) {
    await page.getByRole("link", { name: "Broken" }).click();
    await page.getByText("Failed").waitFor();
  },
  async miss(page) {
    await page.getByRole("link", { name: "Unknown" }).click();
    await page.getByText("404").waitFor();
  },
  land: (page, url) => page.goto(`${url}/shop/cart`, { waitUntil: "networkidle" }),
};
