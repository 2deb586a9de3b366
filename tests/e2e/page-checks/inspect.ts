import type { Page } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";

declare global {
  interface Window {
    axe: { run(document: Document, options: RunOptions): Promise<AxeResults> };
  }
}

/** Runs axe on the page in its current state and color scheme. Returns its violations. */
export async function findAxeViolations(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(await axeSource());
  const asked: RunOptions = { ...options, resultTypes: ["violations"] };
  const { violations } = await page.evaluate((given) => window.axe.run(document, given), asked);
  return violations.map(
    ({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
  );
}

/**
 * All rules run in one theme. The other theme has the same elements, so only contrast is checked
 * there.
 */
export const allRules: RunOptions = {
  runOnly: {
    type: "tag",
    values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  },
};
export const contrastRules: RunOptions = {
  runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
};

const axeSource = () =>
  readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A phone, and the width of each layout's narrowest screen. */
const widths = [390, 640, 1024, 1280];

/** Lists elements that make the page scroll sideways, and code below a button. */
export async function findOverflow(page: Page): Promise<string[]> {
  const problems: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    problems.push(...(await page.evaluate(listOverflow)));
  }
  return problems;
}

/** Lists problems of the printed page: visible controls, missing tables, overflow. */
export async function findPrintProblems(page: Page): Promise<string[]> {
  const before = await page.locator("main table").count();
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 718, height: 1000 });
  const found = await page.evaluate(inspectPrint);
  await page.emulateMedia({ media: "screen" });
  return found.tables === before
    ? found.problems
    : [...found.problems, `prints ${found.tables} of ${before} tables`];
}

/** Lists charts and marks without contrast in forced colors, and animations despite reduced motion. */
export async function findForcedColorProblems(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
  const problems = await page.evaluate(listFaintDrawings);
  await page.emulateMedia({ forcedColors: "none", colorScheme: "light" });
  return problems;
}

function listOverflow(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const left = (each: Element | null) => each?.getBoundingClientRect().left ?? Infinity;
  const covered = [...document.querySelectorAll(".code-block pre")].filter(
    (each) => left(each.nextElementSibling) < each.getBoundingClientRect().right,
  );
  if (covered.length > 0) return [`covers code at ${clientWidth}: ${covered[0]!.textContent}`];
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

function inspectPrint(): { tables: number; problems: string[] } {
  const seen = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  const controls = seen(
    "button, .button, input:not([type='hidden']), select, textarea, .foot, .rail, .scope, .skip",
  );
  const { scrollWidth, clientWidth } = document.documentElement;
  const right = (each: Element) => each.getBoundingClientRect().right;
  // Frames clip what is wider than they are, and paper cannot scroll.
  const cut = seen(".source code").filter((each) => right(each) > right(each.parentElement!) + 1);
  return {
    tables: seen("main table").length,
    problems: [
      ...controls
        .slice(0, 1)
        .map((each) => `prints ${controls.length} controls: ${each.outerHTML.slice(0, 120)}`),
      ...(scrollWidth > clientWidth ? [`is ${scrollWidth} wide on paper of ${clientWidth}`] : []),
      ...(cut.length > 0 ? [`cuts lines of ${cut.length} stack frames`] : []),
    ],
  };
}

function listFaintDrawings(): string[] {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
  const luminance = (color: string) => {
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map(
      (each) => (each / 255) ** 2.2,
    );
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  };
  const background = luminance("Canvas");
  const hasContrast = (color: string) => {
    if (color === "none") return false;
    const [dark, light] = [background, luminance(color)].toSorted((a, b) => a - b);
    return (light! + 0.05) / (dark! + 0.05) >= 3;
  };
  const isFaint = (drawing: Element) => {
    // Lines without shapes are a grid.
    const shapes = [...drawing.querySelectorAll("path, rect, circle, polyline, text")];
    return (
      shapes.length > 0 &&
      !shapes.some((each) =>
        [getComputedStyle(each).fill, getComputedStyle(each).stroke].some(hasContrast),
      )
    );
  };
  const faint = [...document.querySelectorAll("main svg")].filter(
    (each) => each.checkVisibility() && isFaint(each),
  );
  // Behind text, forced colors draw the page's background.
  const unread = [...document.querySelectorAll("main mark")].filter(
    (each) => !hasContrast(getComputedStyle(each).color),
  );
  return [
    ...unread.map((each) => `has unreadable text in forced colors: ${each.textContent}`),
    ...faint
      .slice(0, 3)
      .map((each) => `has no contrast in forced colors: ${each.outerHTML.slice(0, 120)}`),
    ...document.getAnimations().map(() => "moves"),
  ];
}
