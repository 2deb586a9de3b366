import type { Note } from "#server/domain/event/error-event.ts";
import { isObject, type JsonObject } from "#server/domain/json.ts";
import type { Edit } from "./splice.ts";

/**
 * Removes the user's address from an event, and the request to have the receiver fill it in
 * (`{{auto}}`, or `infer_ip` of newer SDKs). Removed instead of scrubbed, because `[Filtered]`
 * would count as one shared user.
 */
export function removeSenderAddress(payload: JsonObject): { notes: Note[]; edits: Edit[] } {
  const { user, sdk } = payload;
  const edits: Edit[] = [];
  const settings = isObject(sdk) ? sdk["settings"] : undefined;
  if (isObject(settings) && settings["infer_ip"] === "auto") {
    settings["infer_ip"] = "never";
    edits.push({ key: "infer_ip", from: "auto", to: "never" });
  }
  const address = isObject(user) ? user["ip_address"] : undefined;
  if (isObject(user) && typeof address === "string" && address !== "") {
    delete user["ip_address"];
    edits.push({ key: "ip_address", from: address, to: undefined });
  }
  if (edits.length === 0) return { notes: [], edits };
  const detail = "the sender's IP address is not stored";
  return { notes: [{ path: "user.ip_address", kind: "scrubbed", detail }], edits };
}
