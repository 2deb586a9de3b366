import type { RequestFacts, Theme } from "#app/context.ts";
import { basePath } from "#app/local-path.ts";
import type { NewSession } from "#server/services.ts";

/** The cookies that pages set. Reading them for every request is the server's part (`server/http`). */
const sessionCookieName = "spoor_session";
const themeCookieName = "spoor_theme";
const yearS = 365 * 24 * 3600;

/** `Set-Cookie` for a session: Lax, so that links from elsewhere find one signed in and foreign posts do not. */
export function sessionCookie({ token, expiresAt }: NewSession, facts: RequestFacts): string {
  return `${sessionCookieName}=${token}; ${attributes(facts)}; HttpOnly; Expires=${new Date(expiresAt).toUTCString()}`;
}

export function endedSessionCookie(facts: RequestFacts): string {
  return `${sessionCookieName}=; ${attributes(facts)}; HttpOnly; Max-Age=0`;
}

export function themeCookie(theme: Theme, facts: RequestFacts): string {
  return `${themeCookieName}=${theme}; ${attributes(facts)}; Max-Age=${yearS}`;
}

/** The session token a request came with, for signing out. */
export function sessionTokenOf(request: Request): string | undefined {
  const cookies = request.headers.get("Cookie")?.split(/;\s*/) ?? [];
  return cookies.find((cookie) => cookie.startsWith(`${sessionCookieName}=`))?.slice(sessionCookieName.length + 1);
}

function attributes(facts: RequestFacts): string {
  return `Path=${basePath(facts) || "/"}; SameSite=Lax${facts.secure ? "; Secure" : ""}`;
}
