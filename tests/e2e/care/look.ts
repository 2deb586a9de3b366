import type { Page } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";

declare global {
  interface Window {
    axe: { run(document: Document, options: RunOptions): Promise<AxeResults> };
  }
}

/** What axe has against the page as it stands, in its present colours. */
export async function axeComplaints(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(await axeSource());
  const asked: RunOptions = { ...options, resultTypes: ["violations"] };
  const { violations } = await page.evaluate((given) => window.axe.run(document, given), asked);
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

/** Once a page in full, then colours alone: the other theme has the same elements. */
export const everything: RunOptions = {
  runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
};
export const coloursAlone: RunOptions = { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } };

const axeSource = () => readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** On a phone nothing is wider than the page, folded or open. */
export async function phoneComplaints(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 390, height: 844 });
  return page.evaluate(sidewaysComplaints);
}

/** On paper there are no controls, and every table is still there and fits. */
export async function paperComplaints(page: Page): Promise<string[]> {
  const before = await page.locator("main table").count();
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 718, height: 1000 });
  const found = await page.evaluate(onPaper);
  await page.emulateMedia({ media: "screen" });
  return found.tables === before ? found.wrong : [...found.wrong, `prints ${found.tables} of ${before} tables`];
}

/** Where the system chooses the colours, what is drawn still stands out from the ground; and nothing moves by itself. */
export async function systemComplaints(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
  const wrong = await page.evaluate(faintDrawings);
  await page.emulateMedia({ forcedColors: "none", colorScheme: "light" });
  return wrong;
}

function sidewaysComplaints(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const wide = [...document.querySelectorAll("body *")].filter(
    (each) => each.getBoundingClientRect().right > clientWidth + 1,
  );
  return [
    `is ${scrollWidth} wide on ${clientWidth}: ${wide
      .slice(0, 3)
      .map((each) => each.outerHTML.slice(0, 100))
      .join(" ")}`,
  ];
}

function onPaper(): { tables: number; wrong: string[] } {
  const seen = (selector: string) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  const controls = seen("button, input:not([type='hidden']), select, textarea, .foot, .rail, .scope, .skip");
  const { scrollWidth, clientWidth } = document.documentElement;
  return {
    tables: seen("main table").length,
    wrong: [
      ...controls.slice(0, 1).map((each) => `prints ${controls.length} controls: ${each.outerHTML.slice(0, 120)}`),
      ...(scrollWidth > clientWidth ? [`is ${scrollWidth} wide on paper of ${clientWidth}`] : []),
    ],
  };
}

function faintDrawings(): string[] {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
  const luminance = (colour: string) => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((each) => (each / 255) ** 2.2);
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  };
  const ground = luminance("Canvas");
  const standsOut = (colour: string) => {
    if (colour === "none") return false;
    const [dark, light] = [ground, luminance(colour)].toSorted((a, b) => a - b);
    return (light! + 0.05) / (dark! + 0.05) >= 3;
  };
  const isFaint = (drawing: Element) => {
    // Lines alone are a grid.
    const shapes = [...drawing.querySelectorAll("path, rect, circle, polyline, text")];
    return (
      shapes.length > 0 &&
      !shapes.some((each) => [getComputedStyle(each).fill, getComputedStyle(each).stroke].some(standsOut))
    );
  };
  const faint = [...document.querySelectorAll("main svg")].filter((each) => each.checkVisibility() && isFaint(each));
  return [
    ...faint.slice(0, 3).map((each) => `is not to be seen in the system's colours: ${each.outerHTML.slice(0, 120)}`),
    ...document.getAnimations().map(() => "moves"),
  ];
}
