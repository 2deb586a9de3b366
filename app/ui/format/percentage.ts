/** A share as an SVG percentage, to a hundredth of a percent: less than a pixel on any screen. */
export const percentage = (share: number): string => `${Number((100 * share).toFixed(2))}%`;
