import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import { routeResponseType } from "#server/domain/event/family.ts";
import type { Json, JsonObject } from "#server/domain/json.ts";
import { noteCorrected } from "./notes.ts";

type RouteResponse = { status: number; said: string };

/**
 * A route that throws `data("No such product", { status: 404 })` sends a response. Sentry's SDKs
 * capture the response object as an exception named after its keys: it is renamed after its status,
 * and a 4xx status is not an error.
 */
export function nameRouteResponse(event: ErrorEvent): void {
  const [exception] = event.exceptions;
  if (!exception || !capturedObject.test(exception.value ?? "")) return;
  const response = routeResponse(event.extra["__serialized__"]);
  if (!response) return;
  const { status, said } = response;
  exception.type = routeResponseType;
  exception.value = said === "" ? String(status) : `${status} ${said}`;
  if (status >= 500 || event.level !== "error") return;
  event.level = "info";
  noteCorrected(
    event.notes,
    "level",
    `a route response with status ${status} is not an error: set to info`,
  );
}

const capturedObject = /^Object captured as (?:exception|promise rejection) with keys: /;

/** The fields of React Router's and Remix's `ErrorResponse`. */
function routeResponse(value: Json | undefined): RouteResponse | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const { status, statusText, internal, data } = value;
  if (typeof status !== "number" || !Number.isInteger(status) || status < 400 || status > 599)
    return undefined;
  if (typeof statusText !== "string" || typeof internal !== "boolean") return undefined;
  return { status, said: messageIn(data) };
}

const longestMessage = 200;

function messageIn(data: Json | undefined): string {
  const message =
    typeof data === "object" && data !== null ? (data as JsonObject)["message"] : data;
  return typeof message === "string" ? message.slice(0, longestMessage).trim() : "";
}
