import type { RequestHandler } from "express";
import { refuseMethod } from "#server/http/allow.ts";
import type { ServedPackages } from "./served-packages.ts";

const folder = "/packages/";

/** Always the newest version, for people: package managers would treat its bytes as changing. */
const newestName = "spoor-react-router.tgz";

/**
 * `/packages/spoor-react-router-0.1.0-HASH.tgz`: the instrumentation, for `npm install ADDRESS`.
 * Public, like the program's source.
 */
export function packagesHandler(packages: ServedPackages, basePath: string): RequestHandler {
  return async (request, response, next) => {
    if (!request.path.startsWith(folder)) return next();
    if (request.method !== "GET" && request.method !== "HEAD")
      return refuseMethod(request, response, "GET, HEAD");
    const name = request.path.slice(folder.length);
    if (name === newestName) {
      const newest = await packages.newest();
      if (newest !== undefined) {
        response.set("Cache-Control", "no-cache");
        return response.redirect(302, `${basePath}${folder}${newest}`);
      }
    }
    const bytes = await packages.read(name);
    if (!bytes) return void response.status(404).type("text/plain").send("Package not found.\n");
    response.set({
      "Cache-Control": "public, max-age=31536000, immutable",
      "Content-Type": "application/gzip",
      ETag: `"${name}"`,
    });
    response.send(Buffer.from(bytes));
  };
}
