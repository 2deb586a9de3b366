import type { Page } from "@playwright/test";
import type { RealApp } from "./real-apps.ts";
import { pause } from "./spoor.ts";

/** Sentry ends a navigation when nothing has happened for a second. */
const idleMs = 1_300;

/** What a visitor does in `visitRealApp`, in this order. */
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
 * Opens the shop and does each step, unless only some are asked for, with a pause in which SDKs send what they have. At the
 * end the page is left, which makes browsers report what they still hold.
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
  /** Clicks on what is neither a link nor a button. */
  async idle(page) {
    for (let clicks = 0; clicks < 3; clicks++) await page.getByRole("heading", { name: "Products" }).click();
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
