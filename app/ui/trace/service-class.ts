const hues = 4;

/**
 * The class of a service's bars, by its position in the trace. From the fifth on, bars are hollow
 * in the same hues.
 */
export function serviceClass(place: number): string {
  const hue = `service-${place % hues}`;
  return Math.floor(place / hues) % 2 === 0 ? hue : `${hue} hollow`;
}
