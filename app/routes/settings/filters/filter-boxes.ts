import type { FilterReason } from "#server/domain/outcomes.ts";
import type { FilterSettings } from "#server/domain/project/settings.ts";

type FilterBox = {
  field: Exclude<keyof FilterSettings, "messages" | "releases">;
  label: string;
  hint: string;
  reason: FilterReason;
};

/** The filters that are on or off, in the order of the form. */
export const filterBoxes: readonly FilterBox[] = [
  {
    field: "browserExtensions",
    label: "Browser extensions",
    reason: "browser extension",
    hint: "Errors with an extension's code in the stack and none of your application's.",
  },
  {
    field: "legacyBrowsers",
    label: "Legacy browsers",
    reason: "legacy browser",
    hint: "Errors, traces, sessions, and feedback from browsers older than Chrome 80, Edge 80, Firefox 74, or Safari 13.1, and from Internet Explorer.",
  },
  {
    field: "webCrawlers",
    label: "Web crawlers",
    reason: "web crawler",
    hint: "Errors, traces, sessions, and feedback of search engines, link previews, and monitors, recognized by their User-Agent.",
  },
  {
    field: "localhost",
    label: "Localhost",
    reason: "localhost",
    hint: "Errors, traces, sessions, and feedback whose URL is localhost or a loopback address. Behind a proxy, your server must see the public host name.",
  },
  {
    field: "healthChecks",
    label: "Health checks",
    reason: "health check",
    hint: "Requests to paths such as /healthz, /ready, /ping, or /up, and all spans below them that come with them or later. Errors in them are still stored.",
  },
];
