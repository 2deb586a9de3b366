import { cookieOfZone, type Zone } from "#app/ui/format/zone.ts";

/** The server then formats times in the browser's zone from the next page on. */
export function storeZone({ name }: Zone, base: string): void {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!own || own === name) return;
  const value = cookieOfZone({ name: own, isChosen: false });
  document.cookie = `spoor_zone=${value}; Path=${base}; SameSite=Lax; Max-Age=31536000`;
}
