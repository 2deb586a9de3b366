/**
 * A share of the whole as SVG takes it, to a hundredth of a percent: less than a pixel on any
 * screen.
 */
export const percentage = (share: number): string => `${Number((100 * share).toFixed(2))}%`;
