import { type RequestFacts, type Theme, themes } from "#app/context.ts";
import { zoneOfCookie } from "#app/ui/format/zone.ts";

/** What the cookies of a browser choose for every page. `cookie` reads one by its name. */
export function chosenBy(
  cookie: (name: string) => string | undefined,
): Pick<RequestFacts, "theme" | "zone"> {
  const theme = cookie("spoor_theme") as Theme;
  return {
    theme: themes.includes(theme) ? theme : "auto",
    zone: zoneOfCookie(cookie("spoor_zone")),
  };
}
