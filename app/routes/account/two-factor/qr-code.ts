import { encode } from "uqr";

/**
 * A QR code as the path of its dark modules, one unit each, with the required quiet zone of four
 * units.
 */
export type QrCode = { size: number; path: string };

const quietZone = 4;

/** Rendered on the server. */
export function qrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: "M", border: quietZone });
  return { size, path: data.map(rowPath).join("") };
}

/** Runs of dark modules, each a bar of height 1. */
function rowPath(row: boolean[], y: number): string {
  const starts = row.flatMap((dark, x) => (dark && !row[x - 1] ? [x] : []));
  return starts.map((x) => `M${x} ${y}h${runLength(row, x)}v1H${x}z`).join("");
}

function runLength(row: boolean[], start: number): number {
  const end = row.indexOf(false, start);
  return (end === -1 ? row.length : end) - start;
}
