import type { Addresses, Guide, MakeGuide } from "./guide.ts";
import { browser, express, hono, next, node, reactRouter, remix } from "./guides-javascript.ts";
import { openTelemetry } from "./guides-opentelemetry.ts";
import { curl, dotnet, go, java, php, python, ruby } from "./guides-other.ts";

/** In the order of their tabs. */
const makers: readonly MakeGuide[] = [
  reactRouter,
  remix,
  next,
  express,
  hono,
  browser,
  node,
  python,
  ruby,
  php,
  go,
  java,
  dotnet,
  openTelemetry,
  curl,
];

export const makeGuides = (addresses: Addresses): Guide[] => makers.map((make) => make(addresses));

/** The selected guide, otherwise that of the project's platform, otherwise the first. */
export function chooseGuide(guides: Guide[], asked: string | null, platform: string): Guide {
  const named = (key: string) => guides.find((guide) => guide.key === key);
  return (asked === null ? undefined : named(asked)) ?? named(platform) ?? guides[0]!;
}
