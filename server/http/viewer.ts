import { cookieName } from "#server/domain/people/cookie-name.ts";
import type { Viewer } from "#server/domain/people/person.ts";
import type { Commands } from "#server/commands/commands.ts";

/**
 * The parts of a request used here: of an Express request, or converted from `fetch`
 * (`http/hosted.ts`).
 */
export type Asking = {
  method: string;
  secure: boolean;
  /** The application's mount path. */
  baseUrl: string;
  ip?: string | undefined;
  headers: { cookie?: string | undefined };
  get(name: string): string | undefined;
};

/** The caller, by API token if one is sent, otherwise by session cookie. */
export async function viewerOf(request: Asking, commands: Commands): Promise<Viewer | undefined> {
  const token = bearerToken(request);
  if (token !== undefined) return commands.viewerOfToken(token);
  const place = { secure: request.secure, atRoot: request.baseUrl === "" };
  const session = cookieOf(request, cookieName("spoor_session", place));
  return session === undefined ? undefined : commands.viewerOfSession(session, request.ip);
}

export function cookieOf(request: Pick<Asking, "headers">, name: string): string | undefined {
  for (const pair of request.headers.cookie?.split(";") ?? []) {
    const [key, value] = pair.trim().split("=", 2);
    if (key === name && value) return value;
  }
  return undefined;
}

export function bearerToken(request: Pick<Asking, "get">): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(request.get("authorization") ?? "")?.[1];
}
