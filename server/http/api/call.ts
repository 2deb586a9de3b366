import type { ProjectAct } from "#server/domain/people/permission.ts";
import type { Viewer } from "#server/domain/people/person.ts";
import type { Described } from "#server/http/openapi/operation.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Services } from "#server/services.ts";

/** A call of the management API, used by build tools and scripts. */
export type ApiCall = {
  method: "GET" | "POST" | "PUT";
  /**
   * `:name` is one segment; `:version` is a release name, which may contain slashes, raw or
   * encoded.
   */
  path: string;
  /** Required permission in each affected project. */
  act: ProjectAct;
  /** The body is not JSON: the handler receives it raw. */
  takesFiles?: true;
  /**
   * The body is parsed as JSON regardless of its content type, like Sentry does: scripts send
   * `fetch` bodies as plain text.
   */
  ignoresType?: true;
  /** Its description in `openapi.json`. */
  says: Described;
  handler: (asked: AskedOfApi) => Promise<ApiAnswer | Problem>;
};

export type AskedOfApi = {
  services: Services;
  viewer: Viewer;
  act: ProjectAct;
  params: { [name: string]: string };
  search: URLSearchParams;
  /** The parsed JSON object; empty if there is no body. */
  body: { [field: string]: unknown };
  /** The raw body, for calls that accept files. */
  raw: { contentType: string; bytes: Uint8Array };
  /** Base URL as used by this call: tools refuse to follow a different origin. */
  publicUrl: string;
  userAgent: string;
};

export type ApiAnswer = { status: number; json: unknown };

export const answer = (json: unknown, status = 200): ApiAnswer => ({ status, json });

export type MatchedCall = { call: ApiCall; params: { [name: string]: string } };

/** Finds the call for a request. `path` is as sent, not decoded. The first match wins. */
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

/** The value of `Allow` for a path; empty if there is no call. */
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
