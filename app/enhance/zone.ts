import { useEffect } from "react";
import { useRouteLoaderData } from "react-router";
import type { Frame } from "#app/frame.ts";
import { cookieOfZone } from "#app/ui/zone.ts";
import { useHydrating } from "./hydrated.ts";

/** The zone of the page's moments: the chosen one, else the browser's. Without scripts and a choice it is UTC. */
export function useZone(): string {
  const zone = useRouteLoaderData<Frame>("root")?.zone;
  const isHydrating = useHydrating();
  if (!zone || zone.isChosen || isHydrating) return zone?.name ?? "UTC";
  return Intl.DateTimeFormat().resolvedOptions().timeZone || zone.name;
}

/** From the next page on the server writes moments in the browser's zone at once. */
export function useTellZone(): void {
  const zone = useRouteLoaderData<Frame>("root")?.zone;
  const name = useZone();
  const base = useRouteLoaderData<Frame>("root")?.base ?? "/";
  useEffect(() => {
    if (!zone || zone.isChosen || zone.name === name) return;
    const value = cookieOfZone({ name, isChosen: false });
    document.cookie = `spoor_zone=${value}; Path=${base}; SameSite=Lax; Max-Age=31536000`;
  }, [zone, name, base]);
}
