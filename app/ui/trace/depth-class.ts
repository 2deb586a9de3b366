const deepest = 8;

/**
 * The class that indents a row (styles/depth.css). Deeper rows are not indented further, because
 * names need the space.
 */
export const depthClass = (depth: number): string => `depth-${Math.min(depth, deepest)}`;
