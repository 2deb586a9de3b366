import { printBytes } from "./print-bytes.ts";

export type ProgressBar = {
  show(done: number, total: number, what: string): void;
  /** Takes the bar away, so that what is printed next begins on a line of its own. */
  clear(): void;
};

const width = 24;
const redrawMs = 100;

/** One line that is drawn anew, on a terminal; elsewhere, in a job's log for example, nothing at all. */
export function progressBar(stream: NodeJS.WriteStream): ProgressBar {
  let drawnAt = 0;
  const eraseLine = "\r\x1b[K";
  return {
    show(done, total, what) {
      if (!stream.isTTY || performance.now() - drawnAt < redrawMs) return;
      drawnAt = performance.now();
      stream.write(eraseLine + lineOf(done, total, what));
    },
    clear: () => void (drawnAt > 0 && stream.write(eraseLine)),
  };
}

function lineOf(done: number, total: number, what: string): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const bar = "█".repeat(Math.round(share * width)).padEnd(width, "░");
  return `${bar} ${String(Math.floor(share * 100)).padStart(3)} % of ${printBytes(total)}  ${what}`;
}
