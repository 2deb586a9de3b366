import { useRouteLoaderData } from "react-router";
import type { Zone } from "#app/ui/format/zone.ts";
import { useHydrating } from "./hydrated.ts";

/** The fields used from the root's data. */
type Root = () => { zone: Zone };

/**
 * The page's time zone: the chosen one, otherwise the browser's. Without scripts and a choice, UTC.
 */
export function useZone(): string {
  const zone = useRouteLoaderData<Root>("root")?.zone;
  const isHydrating = useHydrating();
  if (!zone || zone.isChosen || isHydrating) return zone?.name ?? "UTC";
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || zone.name;
}
