import type { ProjectAct } from "#server/domain/people/permission.ts";
import type { Viewer } from "#server/domain/people/person.ts";
import type { Described } from "#server/http/openapi/operation.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Services } from "#server/services.ts";

/** One call of the management API, as build tools and scripts make it (PROTOCOL A.14). */
export type ApiCall = {
  method: "GET" | "POST" | "PUT";
  /**
   * `:name` is a segment; `:version` a release's name, which may hold slashes and comes raw or
   * encoded.
   */
  path: string;
  /** What the asker must be allowed to do, in each project that the call is about. */
  act: ProjectAct;
  /** Its body is no JSON: the handler takes it as it came. */
  takesFiles?: true;
  /**
   * Its body is JSON whatever its type says, as Sentry reads it: scripts send the body of `fetch`
   * as plain text.
   */
  ignoresType?: true;
  /** What `openapi.json` says of it. */
  says: Described;
  handler: (asked: AskedOfApi) => Promise<ApiAnswer | Problem>;
};

export type AskedOfApi = {
  services: Services;
  viewer: Viewer;
  act: ProjectAct;
  params: { [name: string]: string };
  search: URLSearchParams;
  /** Parsed JSON of an object; empty where the call has none. */
  body: { [field: string]: unknown };
  /** As it came, of calls that take files. */
  raw: { contentType: string; bytes: Uint8Array };
  /**
   * Of the call itself: tools refuse to follow another origin than the one they were given
   * (PROTOCOL A.0).
   */
  publicUrl: string;
  userAgent: string;
};

export type ApiAnswer = { status: number; json: unknown };

export const answer = (json: unknown, status = 200): ApiAnswer => ({ status, json });

export type MatchedCall = { call: ApiCall; params: { [name: string]: string } };

/**
 * Finds the call for a request; `path` as it was sent, percent signs and all. The first that fits
 * counts.
 */
export function matchCall(
  calls: readonly ApiCall[],
  method: string,
  path: string,
): MatchedCall | undefined {
  for (const call of calls) {
    const params = call.method === method ? paramsOf(call.path, path) : undefined;
    if (params) return { call, params };
  }
  return undefined;
}

/** What `Allow` names for a path; empty where there is no call. */
export function methodsOf(calls: readonly ApiCall[], path: string): string[] {
  const methods = calls
    .filter((call) => paramsOf(call.path, path) !== undefined)
    .map(({ method }) => method);
  return [...new Set(methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])))];
}

/** With and without the final slash. */
function paramsOf(template: string, path: string): { [name: string]: string } | undefined {
  const [wanted, asked] = [template, path].map((each) => each.replace(/\/$/, "")) as [
    string,
    string,
  ];
  const pattern = wanted.replace(
    /:(\w+)/g,
    (_, name: string) => `(?<${name}>${name === "version" ? ".+" : "[^/]+"})`,
  );
  const match = new RegExp(`^${pattern}$`).exec(asked);
  if (!match) return undefined;
  try {
    return Object.fromEntries(
      Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch {
    return undefined;
  }
}
