/** Loads the crosshair when a pointer is over a chart. Returns a function that stops it. */
export function listenToCharts(): () => void {
  const over = ({ target, pointerType }: PointerEvent) => {
    const figure =
      pointerType !== "touch" && (target as Element).closest?.<HTMLElement>(".chart:has([data-x])");
    if (figure) void import("./crosshair.ts").then(({ readValues }) => readValues(figure));
  };
  document.addEventListener("pointerover", over);
  return () => document.removeEventListener("pointerover", over);
}
