import { isObject, type JsonObject } from "#server/domain/json.ts";
import type { KnownNames } from "./known-names.ts";

type Signal = "traces" | "logs";

type Shape = { outer: string; inner: string; list: string };

const shapes: Record<Signal, Shape> = {
  traces: { outer: "resourceSpans", inner: "scopeSpans", list: "spans" },
  logs: { outer: "resourceLogs", inner: "scopeLogs", list: "logRecords" },
};

const mostItems = 500;
const longestText = 512;
const longestStack = 16_384;
const longestList = 32;

/** Attributes that the browser half records (`app/trace`). */
const kept = new Set([
  "react_router.kind",
  "react_router.prefetched",
  "react_router.revalidated_ms",
  "react_router.revalidated_loaders",
  "browser.navigation.type",
  "http.request.method",
  "http.response.status_code",
  "http.response.size",
  "user_agent.original",
  "browser.web_vital.name",
  "browser.web_vital.value",
  "browser.web_vital.id",
  "browser.web_vital.delta",
  "browser.web_vital.rating",
  "browser.web_vital.navigation_type",
  "exception.type",
  "exception.message",
  "exception.stacktrace",
  "telemetry.sdk.language",
  "telemetry.sdk.name",
  "telemetry.sdk.version",
]);
const addresses = new Set(["http.route", "url.path", "url.full", "url.template"]);

/**
 * An OTLP export reduced to what the browser half records, because strangers can post here, too.
 * Undefined for an invalid export. `names` is undefined in development, where routes change.
 */
export function ownSignal(
  signal: Signal,
  sent: unknown,
  names: KnownNames | undefined,
): JsonObject | undefined {
  const { outer, inner, list } = shapes[signal];
  const items = objectsIn(sent, outer).flatMap((each) =>
    objectsIn(each, inner).flatMap((one) => objectsIn(one, list)),
  );
  if (items.length === 0 || items.length > mostItems) return undefined;
  const [resource] = objectsIn(sent, outer);
  const about = isObject(resource?.["resource"]) ? attributesOf(resource["resource"], names) : [];
  const service = { key: "service.name", value: { stringValue: "spoor browser" } };
  return {
    [outer]: [
      {
        resource: { attributes: [service, ...about] },
        [inner]: [
          { scope: { name: "spoor.browser" }, [list]: items.map((item) => ownItem(item, names)) },
        ],
      },
    ],
  };
}

function ownItem(item: JsonObject, names: KnownNames | undefined): JsonObject {
  const name = item["name"];
  return {
    ...pick(item, [
      "traceId",
      "spanId",
      "parentSpanId",
      "flags",
      "kind",
      "startTimeUnixNano",
      "endTimeUnixNano",
    ]),
    ...pick(item, ["timeUnixNano", "severityNumber", "eventName"]),
    ...(typeof name === "string" && {
      name: names && !names.isSpanName(name) ? "unknown" : name.slice(0, longestText),
    }),
    attributes: attributesOf(item, names),
    ...(isObject(item["status"]) && { status: pick(item["status"], ["code", "message"]) }),
    events: few(item, "events").map((event) => ({
      ...pick(event, ["name", "timeUnixNano"]),
      attributes: attributesOf(event, names),
    })),
    links: few(item, "links").map((link) => pick(link, ["traceId", "spanId"])),
  };
}

function attributesOf(of: JsonObject, names: KnownNames | undefined): JsonObject[] {
  return few(of, "attributes").flatMap(({ key, value }) => {
    if (typeof key !== "string" || !isObject(value)) return [];
    const text = value["stringValue"];
    const isKnown =
      kept.has(key) ||
      (addresses.has(key) && typeof text === "string" && (names?.isAddress(text) ?? true)) ||
      (key === "react_router.route.id" &&
        typeof text === "string" &&
        (names?.isRouteId(text) ?? true));
    return isKnown ? [{ key, value: scalar(value, key) }] : [];
  });
}

function scalar(value: JsonObject, key: string): JsonObject {
  const { stringValue: text } = value;
  if (typeof text === "string")
    return {
      stringValue: text.slice(0, key === "exception.stacktrace" ? longestStack : longestText),
    };
  return pick(value, ["intValue", "doubleValue", "boolValue"]);
}

/** Keeps strings, numbers, and booleans, with strings truncated. */
function pick(from: JsonObject, names: string[]): JsonObject {
  const picked: JsonObject = {};
  for (const name of names) {
    const value = from[name];
    if (typeof value === "string") picked[name] = value.slice(0, longestText);
    else if (typeof value === "number" || typeof value === "boolean") picked[name] = value;
  }
  return picked;
}

const few = (of: JsonObject, name: string): JsonObject[] =>
  objectsIn(of, name).slice(0, longestList);

function objectsIn(of: unknown, name: string): JsonObject[] {
  const list = isObject(of) ? of[name] : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
}
