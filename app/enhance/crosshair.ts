/** Figures being read; a pointer crosses many elements of one. */
const read = new WeakSet<HTMLElement>();

/**
 * Draws a line through a figure's plots at the pointer's step, with its values above. The values
 * come from the row of the figure's table (`data-x`: the step's position), so both always match.
 */
export function readValues(figure: HTMLElement): void {
  if (read.has(figure)) return;
  read.add(figure);
  const output = document.createElement("p");
  output.className = "reading";
  // The table has the same content as text.
  output.ariaHidden = "true";
  const lines = [...figure.querySelectorAll<SVGElement>("svg.plot")].map(lineIn);
  const move = ({ clientX }: PointerEvent) => {
    const plot = figure.querySelector("svg.plot")!.getBoundingClientRect();
    const row = nearestRow(figure, (1000 * (clientX - plot.left)) / plot.width);
    if (!row) return;
    output.textContent = textOf(row);
    for (const line of lines)
      for (const end of ["x1", "x2"]) line.setAttribute(end, `${Number(row.dataset.x) / 10}%`);
  };
  const leave = () => {
    for (const element of [output, ...lines]) element.remove();
    figure.removeEventListener("pointermove", move);
    read.delete(figure);
  };
  figure.append(output);
  figure.addEventListener("pointermove", move);
  figure.addEventListener("pointerleave", leave, { once: true });
}

function lineIn(plot: SVGElement): SVGElement {
  const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
  const axis = plot.querySelector(".axis");
  line.setAttribute("class", "reading");
  line.setAttribute("y2", axis?.getAttribute("y2") ?? "0");
  (axis?.parentElement ?? plot).append(line);
  return line;
}

function nearestRow(figure: HTMLElement, x: number): HTMLElement | undefined {
  const distance = (row: HTMLElement) => Math.abs(Number(row.dataset.x) - x);
  const rows = [...figure.querySelectorAll<HTMLElement>("[data-x]")];
  return rows.reduce<HTMLElement | undefined>(
    (best, row) => (best && distance(best) <= distance(row) ? best : row),
    undefined,
  );
}

/** `Nov 21, 14:30 · p50 48 ms · Requests 812`: column heads with the cells. */
function textOf(row: HTMLElement): string {
  const heads = [...row.closest("table")!.querySelectorAll("thead th")];
  const [at, ...cells] = [...row.children].map(({ textContent }) => textContent);
  return [at, ...cells.map((cell, index) => `${heads[index + 1]?.textContent} ${cell}`)].join(
    " · ",
  );
}
