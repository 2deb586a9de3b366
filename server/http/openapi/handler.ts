import { originOf } from "#server/http/origin-of.ts";
import type { RequestHandler } from "express";
import { refuseMethod } from "#server/http/allow.ts";
import { nameRequest } from "#server/telemetry/http-span.ts";
import { openApiDocument } from "./document.ts";

const openApiPath = "/api/v1/openapi.json";

/** Describes this version's API without instance data, so no token is needed. */
export function openApiHandler({
  basePath = "",
  publicUrl,
}: {
  basePath?: string;
  publicUrl?: string;
}): RequestHandler {
  return (request, response, next) => {
    if (request.path !== openApiPath) return next();
    nameRequest(request.method, openApiPath);
    if (request.method !== "GET" && request.method !== "HEAD")
      return refuseMethod(request, response, "GET, HEAD");
    const url = publicUrl ?? `${originOf(request.protocol, request.get("host"))}${basePath}`;
    response.set("Cache-Control", "no-cache").json(openApiDocument(url));
  };
}
