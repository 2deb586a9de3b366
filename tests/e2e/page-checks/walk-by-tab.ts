import type { Page } from "@playwright/test";

/** Stored in the page during the walk. */
type Walk = { stops: Element[]; visited: { index: number; problems: string[] }[] };
declare global {
  interface Window {
    walk: Walk;
  }
}

/**
 * Presses Tab from the top of the page to its end. Returns problems: a link, button, or field that
 * is not reached or is out of order, one without visible focus, a focus trap.
 */
export async function walkByTab(page: Page): Promise<string[]> {
  const stops = await page.evaluate(begin);
  await press(page, stops);
  // A date field has several tab stops, and a scrolling box has one of the browser's.
  for (let more = 0; more < 8 && (await page.evaluate(isUnderWay)); more++) await press(page, 4);
  return page.evaluate(listProblems);
}

async function press(page: Page, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await page.keyboard.press("Tab");
}

const isUnderWay = () =>
  window.walk.visited.every(({ index }) => index < window.walk.stops.length - 1);

/** Lists the tab stops in order and focuses the first. Returns their number. */
function begin(): number {
  const kinds = "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]";
  const isStop = (element: Element) =>
    element.matches(":not(:disabled, [type='hidden'])") &&
    (element as HTMLElement).tabIndex >= 0 &&
    element.checkVisibility({ visibilityProperty: true }) &&
    !(element.matches("[type='radio']") && !isTabStopOfGroup(element as HTMLInputElement));
  const stops = [...document.querySelectorAll(kinds)].filter(isStop);
  const walk: Walk = { stops, visited: [] };
  window.walk = walk;
  document.addEventListener("focusin", ({ target }) => {
    if (stops.includes(target as Element))
      walk.visited.push({ index: stops.indexOf(target as Element), problems: inspect(target) });
  });
  (document.activeElement as HTMLElement).blur();
  (stops[0] as HTMLElement).focus({ focusVisible: true });
  return stops.length;

  function isTabStopOfGroup(radio: HTMLInputElement): boolean {
    const group = [...document.querySelectorAll<HTMLInputElement>("[type='radio']")].filter(
      ({ name, form }) => name === radio.name && form === radio.form,
    );
    return (group.find(({ checked }) => checked) ?? group[0]) === radio;
  }

  function inspect(target: EventTarget | null): string[] {
    const element = target as Element;
    // A title shows the focus of its link, whose own outline would be cut off.
    const hasOutline = (each: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(each);
      return outlineStyle !== "none" && parseFloat(outlineWidth) >= 1;
    };
    const title = element.closest(".title");
    const isShown = hasOutline(element) || (title !== null && hasOutline(title));
    const { opacity } = getComputedStyle(element);
    const { width, height, top, bottom } = element.getBoundingClientRect();
    return [
      ...(isShown && opacity !== "0" ? [] : ["shows no focus"]),
      ...(width < 2 || height < 2 ? ["is too small to be seen"] : []),
      ...(bottom < 0 || top > innerHeight ? ["is out of sight"] : []),
    ];
  }
}

function listProblems(): string[] {
  const { stops, visited } = window.walk;
  const describe = (index: number) => stops[index]!.outerHTML.slice(0, 120);
  const indexes = visited.map(({ index }) => index);
  const missed = stops.map((_, index) => index).filter((index) => !indexes.includes(index));
  const firstRound = indexes.filter((index, at) => indexes.indexOf(index) === at);
  return [
    ...missed.map((index) => `Tab does not reach ${describe(index)}`),
    ...firstRound
      .filter((index, at) => at > 0 && index < firstRound[at - 1]!)
      .map((index) => `out of order: ${describe(index)}`),
    ...visited.flatMap(({ index, problems }) =>
      problems.map((each) => `${each}: ${describe(index)}`),
    ),
  ];
}
