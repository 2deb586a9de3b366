import { readWindow, type Window } from "#server/domain/rollup/window.ts";
import { type DeviceClass, deviceClasses, type VitalName, vitalNames } from "./vital.ts";

/** Filters of vitals pages. Unknown values in a URL are ignored. */
type VitalQuery = {
  window: Window;
  environment?: string;
  release?: string;
  service?: string;
  device?: DeviceClass;
  route?: string;
};

/** The default of the data form, which is a contract. */
const dataSince = "7d";

/** `?since&until&environment&release&service&device&route` */
export function readVitalQuery(
  params: URLSearchParams,
  now: number,
  usualSince = dataSince,
): VitalQuery {
  const text = (name: string) => params.get(name) || undefined;
  return {
    window: readWindow(
      { since: params.get("since") || usualSince, until: params.get("until") },
      now,
    ),
    environment: text("environment"),
    release: text("release"),
    service: text("service"),
    device: deviceClasses.find((device) => device === params.get("device")),
    route: params.get("route") ?? undefined,
  };
}

/** The vital shown in the charts. */
export const readVitalName = (text: string | null): VitalName =>
  vitalNames.find((vital) => vital === text) ?? "lcp";
