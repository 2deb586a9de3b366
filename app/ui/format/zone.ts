/**
 * The time zone of shown times, from the browser's cookie. `isChosen`: set on the account page,
 * otherwise by the browser.
 */
export type Zone = { name: string; isChosen: boolean };

/** Marks the browser's own zone in the cookie, so that it follows the browser to another place. */
const byBrowser = "~";

export function zoneOfCookie(value: string | undefined): Zone {
  const name = value?.startsWith(byBrowser) ? value.slice(byBrowser.length) : value;
  if (name === undefined || !zoneName.test(name)) return { name: "UTC", isChosen: false };
  return { name, isChosen: name === value };
}

export const cookieOfZone = ({ name, isChosen }: Zone): string =>
  isChosen ? name : byBrowser + name;

const zoneName = /^[\w+/-]{1,64}$/;

/** A zone's offset from UTC at a time, in milliseconds; 0 for an unknown zone. */
export function offsetOf(zone: string, at: number): number {
  if (zone === "UTC") return 0;
  try {
    return offsetIn(zone, at);
  } catch {
    return 0;
  }
}

function offsetIn(zone: string, at: number): number {
  const fields = {
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  } as const;
  const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, hourCycle: "h23", ...fields });
  const parts = Object.fromEntries(
    format.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
  );
  const shown = Date.UTC(
    parts["year"]!,
    parts["month"]! - 1,
    parts["day"],
    parts["hour"],
    parts["minute"],
  );
  return shown - Math.floor(at / 60_000) * 60_000;
}

/**
 * `UTC`, `UTC+1`, `UTC+5:30`: not the zone's abbreviation, which can differ between server and
 * browser.
 */
export function offsetText(offset: number): string {
  if (offset === 0) return "UTC";
  const minutes = Math.abs(offset) / 60_000;
  const rest = minutes % 60 === 0 ? "" : `:${String(minutes % 60).padStart(2, "0")}`;
  return `UTC${offset < 0 ? "−" : "+"}${Math.floor(minutes / 60)}${rest}`;
}
