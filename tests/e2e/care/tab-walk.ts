import type { Page } from "@playwright/test";

/** What the page keeps while the walk continues. */
type Walk = { stops: Element[]; met: { index: number; wrong: string[] }[] };
declare global {
  interface Window {
    walk: Walk;
  }
}

/**
 * Goes from the top of the page to its end by Tab alone. Returns what is wrong: a link, button or field that is not
 * reached or comes out of order, one that shows no focus, a place that keeps it.
 */
export async function walkByTab(page: Page): Promise<string[]> {
  const stops = await page.evaluate(begin);
  await press(page, stops);
  // Dates are several stops each, boxes that scroll one of the browser's own.
  for (let more = 0; more < 8 && (await page.evaluate(isUnderWay)); more++) await press(page, 4);
  return page.evaluate(complaints);
}

async function press(page: Page, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await page.keyboard.press("Tab");
}

const isUnderWay = () => window.walk.met.every(({ index }) => index < window.walk.stops.length - 1);

/** Finds the stops in their order and is on the first. Returns how many there are. */
function begin(): number {
  const kinds = "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]";
  const isStop = (element: Element) =>
    element.matches(":not(:disabled, [type='hidden'])") &&
    (element as HTMLElement).tabIndex >= 0 &&
    element.checkVisibility({ visibilityProperty: true }) &&
    !(element.matches("[type='radio']") && !isChosenOfItsGroup(element as HTMLInputElement));
  const stops = [...document.querySelectorAll(kinds)].filter(isStop);
  const walk: Walk = { stops, met: [] };
  window.walk = walk;
  document.addEventListener("focusin", ({ target }) => {
    if (stops.includes(target as Element))
      walk.met.push({ index: stops.indexOf(target as Element), wrong: see(target) });
  });
  (document.activeElement as HTMLElement).blur();
  (stops[0] as HTMLElement).focus({ focusVisible: true });
  return stops.length;

  function isChosenOfItsGroup(radio: HTMLInputElement): boolean {
    const group = [...document.querySelectorAll<HTMLInputElement>("[type='radio']")].filter(
      ({ name, form }) => name === radio.name && form === radio.form,
    );
    return (group.find(({ checked }) => checked) ?? group[0]) === radio;
  }

  function see(target: EventTarget | null): string[] {
    const element = target as Element;
    const { outlineStyle, outlineWidth, opacity } = getComputedStyle(element);
    const { width, height, top, bottom } = element.getBoundingClientRect();
    return [
      ...(outlineStyle === "none" || parseFloat(outlineWidth) < 1 || opacity === "0" ? ["shows no focus"] : []),
      ...(width < 2 || height < 2 ? ["is too small to be seen"] : []),
      ...(bottom < 0 || top > innerHeight ? ["is out of sight"] : []),
    ];
  }
}

function complaints(): string[] {
  const { stops, met } = window.walk;
  const told = (index: number) => stops[index]!.outerHTML.slice(0, 120);
  const indexes = met.map(({ index }) => index);
  const missed = stops.map((_, index) => index).filter((index) => !indexes.includes(index));
  const firstRound = indexes.filter((index, at) => indexes.indexOf(index) === at);
  return [
    ...missed.map((index) => `Tab does not reach ${told(index)}`),
    ...firstRound
      .filter((index, at) => at > 0 && index < firstRound[at - 1]!)
      .map((index) => `out of order: ${told(index)}`),
    ...met.flatMap(({ index, wrong }) => wrong.map((each) => `${each}: ${told(index)}`)),
  ];
}
