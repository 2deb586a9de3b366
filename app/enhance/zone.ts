import { useEffect } from "react";
import { useRouteLoaderData } from "react-router";
import { cookieOfZone, type Zone } from "#app/ui/zone.ts";
import { useHydrating } from "./hydrated.ts";

/** What is needed here of the root's data. */
type Root = () => { zone: Zone; base: string };

/** The zone of the page's moments: the chosen one, else the browser's. Without scripts and a choice it is UTC. */
export function useZone(): string {
  const zone = useRouteLoaderData<Root>("root")?.zone;
  const isHydrating = useHydrating();
  if (!zone || zone.isChosen || isHydrating) return zone?.name ?? "UTC";
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || zone.name;
}

/** From the next page on the server writes moments in the browser's zone at once. */
export function useTellZone(): void {
  const zone = useRouteLoaderData<Root>("root")?.zone;
  const name = useZone();
  const base = useRouteLoaderData<Root>("root")?.base ?? "/";
  useEffect(() => {
    if (!zone || zone.isChosen || zone.name === name) return;
    const value = cookieOfZone({ name, isChosen: false });
    document.cookie = `spoor_zone=${value}; Path=${base}; SameSite=Lax; Max-Age=31536000`;
  }, [zone, name, base]);
}
