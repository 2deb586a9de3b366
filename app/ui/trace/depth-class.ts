const deepest = 8;

/**
 * The class that indents a row (styles/depth.css). What is deeper stands no further in: names need
 * the room.
 */
export const depthClass = (depth: number): string => `depth-${Math.min(depth, deepest)}`;
