import type { ErrorEvent, Note } from "#server/domain/event/error-event.ts";
import { isObject, type Json, type JsonObject, textOf } from "#server/domain/json.ts";
import type { Receipt } from "#server/ingest/request.ts";
import { pairsOf } from "./lenient.ts";

/** The SDK of the event, from the event, otherwise from the envelope. */
export function readSdk(value: Json | undefined, receipt: Receipt): ErrorEvent["sdk"] {
  const name = isObject(value) ? textOf(value["name"]) : undefined;
  if (!isObject(value) || name === undefined) return receipt.sdk;
  const sdk: NonNullable<ErrorEvent["sdk"]> = { name, version: textOf(value["version"]) ?? "" };
  const packages = listOf(value["packages"]).filter(isObject).map(printPackage);
  const integrations = listOf(value["integrations"]).filter((each) => typeof each === "string");
  if (packages.length > 0) sdk.packages = packages;
  if (integrations.length > 0) sdk.integrations = integrations;
  return sdk;
}

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
const printPackage = (each: JsonObject) =>
  `${textOf(each["name"]) ?? "?"}@${textOf(each["version"]) ?? "?"}`;

/** Installed packages and their versions. */
export function readModules(value: Json | undefined, notes: Note[]): ErrorEvent["modules"] {
  return pairsOf(value, "modules", notes).map(([name, version]) => [name, textOf(version) ?? ""]);
}

/** The scripts in a stack, each with its source map's ID. */
export function readDebugImages(value: Json | undefined): ErrorEvent["debugImages"] {
  const images = isObject(value) ? listOf(value["images"]) : [];
  return images.filter(isObject).flatMap((image) => {
    const codeFile = textOf(image["code_file"]);
    const debugId = textOf(image["debug_id"]) ?? textOf(image["uuid"]);
    return image["type"] === "sourcemap" && codeFile && debugId
      ? [{ codeFile, debugId: debugId.toLowerCase() }]
      : [];
  });
}
