import { useRouteLoaderData } from "react-router";
import type { Zone } from "#app/ui/format/zone.ts";
import { useHydrating } from "./hydrated.ts";

/** What is needed here of the root's data. */
type Root = () => { zone: Zone };

/**
 * The zone of the page's moments: the chosen one, else the browser's. Without scripts and a choice
 * it is UTC.
 */
export function useZone(): string {
  const zone = useRouteLoaderData<Root>("root")?.zone;
  const isHydrating = useHydrating();
  if (!zone || zone.isChosen || isHydrating) return zone?.name ?? "UTC";
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || zone.name;
}
