const colours = 8;

/** The class for a service's bars, by its place in the trace. From the ninth on the bars are hollow, in the same colours. */
export function serviceClass(place: number): string {
  const colour = `service-${place % colours}`;
  return Math.floor(place / colours) % 2 === 0 ? colour : `${colour} hollow`;
}
