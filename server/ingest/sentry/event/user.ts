import type { Note, UserInfo } from "#server/domain/event/error-event.ts";
import { isObject, type Json, type JsonObject } from "#server/domain/json.ts";
import type { Receipt } from "#server/ingest/request.ts";
import { objectOf, trimmedText } from "./lenient.ts";

const named = new Set(["id", "email", "username", "name", "ip_address", "data"]);
const maxField = 256;

/**
 * The affected user. The IP address is read only if the client sent one or asked for it
 * (`{{auto}}`, or `infer_ip: "auto"` of newer SDKs), so that no address is recorded by accident.
 */
export function readUser(
  payload: JsonObject,
  receipt: Receipt,
  notes: Note[],
): UserInfo | undefined {
  const sent = objectOf(payload["user"], "user", notes) ?? {};
  const user: UserInfo = {};
  const id = trimmedText(sent["id"], maxField, "user.id", notes);
  const email = trimmedText(sent["email"], maxField, "user.email", notes);
  const username = trimmedText(sent["username"], maxField, "user.username", notes);
  const name = trimmedText(sent["name"], maxField, "user.name", notes);
  const ip = asksForAddress(payload)
    ? receipt.remoteAddress
    : trimmedText(sent["ip_address"], 64, "user.ip_address", notes);
  const data = otherFields(sent);
  if (id !== undefined) user.id = id;
  if (email !== undefined) user.email = email;
  if (username !== undefined) user.username = username;
  if (name !== undefined) user.name = name;
  if (ip) user.ip = ip;
  if (data) user.data = data;
  return Object.keys(user).length > 0 ? user : undefined;
}

/** Whether the client asks to add its address to the event. */
export function asksForAddress(payload: JsonObject): boolean {
  const sent = isObject(payload["user"]) ? payload["user"]["ip_address"] : undefined;
  if (sent === "{{auto}}") return true;
  if (sent !== undefined && sent !== null) return false;
  const settings = isObject(payload["sdk"]) ? payload["sdk"]["settings"] : undefined;
  return isObject(settings) && settings["infer_ip"] === "auto";
}

function otherFields(sent: JsonObject): JsonObject | undefined {
  const others: [string, Json][] = Object.entries(sent).filter(
    ([key, value]) => !named.has(key) && value !== null,
  );
  const data = isObject(sent["data"])
    ? { ...sent["data"], ...Object.fromEntries(others) }
    : Object.fromEntries(others);
  return Object.keys(data).length > 0 ? data : undefined;
}
