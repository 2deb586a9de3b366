import type { Note } from "#server/domain/event/error-event.ts";
import { isObject, type JsonObject } from "#server/domain/json.ts";

/**
 * Takes the user's address out of an event, and with it the wish to have it filled in by the receiver (`{{auto}}`, or
 * `infer_ip` of newer SDKs). Removed, not filtered: `[Filtered]` would count as one user that all have in common.
 */
export function removeSenderAddress(payload: JsonObject): Note[] {
  const { user, sdk } = payload;
  const settings = isObject(sdk) ? sdk["settings"] : undefined;
  const isAsked = isObject(settings) && settings["infer_ip"] === "auto";
  const isSent = isObject(user) && typeof user["ip_address"] === "string" && user["ip_address"] !== "";
  if (isAsked) settings["infer_ip"] = "never";
  if (isSent) delete user["ip_address"];
  if (!isAsked && !isSent) return [];
  return [{ path: "user.ip_address", kind: "scrubbed", detail: "the sender's address is not kept" }];
}
