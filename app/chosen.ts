import { type RequestFacts, type Theme, themes } from "#app/context.ts";
import { zoneOfCookie } from "#app/ui/format/zone.ts";

/** The choices for every page in a browser's cookies. `cookie` reads one by name. */
export function chosenBy(
  cookie: (name: string) => string | undefined,
): Pick<RequestFacts, "theme" | "zone"> {
  const theme = cookie("spoor_theme") as Theme;
  return {
    theme: themes.includes(theme) ? theme : "auto",
    zone: zoneOfCookie(cookie("spoor_zone")),
  };
}
