/** `99.98%` of `all` did not crash. Rounded down, so that crashes are never hidden. */
export function crashFreeText(crashed: number, all: number): string {
  if (all === 0) return "";
  const share = Math.max(0, 1 - crashed / all);
  return `${crashed === 0 ? 100 : Math.min(99.99, Math.floor(share * 10_000 + 1e-6) / 100)}%`;
}
