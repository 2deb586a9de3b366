import type { Breadcrumb } from "#server/domain/event/error-event.ts";
import type { Json, JsonObject } from "#server/domain/json.ts";

/**
 * A breadcrumb on one line: navigations and requests in their common form, others as message and
 * data.
 */
export function breadcrumbText({ category, type, message, data = {} }: Breadcrumb): string {
  if ((category ?? type) === "navigation" && "to" in data) {
    return line([
      `${plain(data["from"])} → ${plain(data["to"])}`,
      message,
      ...others(data, ["from", "to"]),
    ]);
  }
  if ("url" in data) {
    const request = [data["method"], data["url"], data["status_code"]]
      .filter(isSaid)
      .map(plain)
      .join(" ");
    return line([request, message, ...others(data, ["method", "url", "status_code"])]);
  }
  return line([message, ...others(data, [])]);
}

function others(data: JsonObject, told: string[]): string[] {
  const rest = Object.entries(data).filter(
    ([name, value]) => !told.includes(name) && isSaid(value),
  );
  return rest.map(([name, value]) => `${name}=${plain(value)}`);
}

const isSaid = (value: Json | undefined) => value !== undefined && value !== null && value !== "";

function plain(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? "");
}

const line = (parts: (string | undefined)[]) => parts.filter(Boolean).join("  ");
