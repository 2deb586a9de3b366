/** What reads values off a chart is loaded once a pointer is over one. Returns how to end it. */
export function listenToCharts(): () => void {
  const over = ({ target, pointerType }: PointerEvent) => {
    const figure =
      pointerType !== "touch" && (target as Element).closest?.<HTMLElement>(".chart:has([data-x])");
    if (figure) void import("./crosshair.ts").then(({ readValues }) => readValues(figure));
  };
  document.addEventListener("pointerover", over);
  return () => document.removeEventListener("pointerover", over);
}
