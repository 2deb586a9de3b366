import { printBytes } from "./print-bytes.ts";

export type ProgressBar = {
  show(done: number, total: number, what: string): void;
  /** Removes the bar, so that the next output starts on a new line. */
  clear(): void;
};

const width = 24;
const redrawMs = 100;

/** A redrawn line on a terminal. Prints nothing elsewhere, such as in a job's log. */
export function progressBar(
  stream: NodeJS.WriteStream,
  print: (total: number) => string = printBytes,
): ProgressBar {
  let drawnAt = 0;
  const eraseLine = "\r\x1b[K";
  return {
    show(done, total, what) {
      if (!stream.isTTY || performance.now() - drawnAt < redrawMs) return;
      drawnAt = performance.now();
      stream.write(eraseLine + lineOf(done / total, print(total), what));
    },
    clear: () => void (drawnAt > 0 && stream.write(eraseLine)),
  };
}

function lineOf(part: number, total: string, what: string): string {
  const share = Number.isFinite(part) ? Math.min(1, part) : 1;
  const bar = "█".repeat(Math.round(share * width)).padEnd(width, "░");
  return `${bar} ${String(Math.floor(share * 100)).padStart(3)} % of ${total}  ${what}`;
}
