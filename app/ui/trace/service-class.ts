const hues = 4;

/**
 * The class for a service's bars, by its place in the trace. From the fifth on the bars are hollow,
 * in the same hues.
 */
export function serviceClass(place: number): string {
  const hue = `service-${place % hues}`;
  return Math.floor(place / hues) % 2 === 0 ? hue : `${hue} hollow`;
}
