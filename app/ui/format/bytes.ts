const units = ["KiB", "MiB", "GiB"];

/** `812 bytes`, `4.2 KiB`, `31 MiB`: two significant digits. */
export function bytesText(bytes: number): string {
  if (bytes < 1_024) return `${bytes} bytes`;
  let [value, unit] = [bytes / 1_024, 0];
  while (value >= 1_023.5 && unit < units.length - 1) [value, unit] = [value / 1_024, unit + 1];
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}
