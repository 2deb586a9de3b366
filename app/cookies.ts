import type { RequestFacts, Theme } from "#app/context.ts";
import { basePath } from "#app/local-path.ts";
import { cookieOfZone } from "#app/ui/format/zone.ts";
import { cookieName, type CookiePlace } from "#server/domain/people/cookie-name.ts";
import type { NewSession } from "#server/commands/sign-in/sessions.ts";
import type { PendingStep } from "#server/commands/steps.ts";

/** Cookies that pages set. The server reads them for every request (`server/http`). */
const themeCookieName = "spoor_theme";
const keysCookieName = "spoor_keys";
const zoneCookieName = "spoor_zone";
const yearS = 365 * 24 * 3600;

/**
 * `Set-Cookie` for a session. Lax, so that links from other sites find the user signed in, but
 * cross-site posts don't.
 */
export function sessionCookie({ token, expiresAt }: NewSession, facts: RequestFacts): string {
  return `${sessionName(facts)}=${token}; ${attributes(facts)}; HttpOnly; Expires=${new Date(expiresAt).toUTCString()}`;
}

/** Identifies the browser when its user signs in again; grants no access. */
export function deviceCookie({ token, expiresAt }: Device, facts: RequestFacts): string {
  return `${deviceName(facts)}=${token}; ${attributes(facts)}; HttpOnly; Expires=${new Date(expiresAt).toUTCString()}`;
}

type Device = NonNullable<NewSession["device"]>;

/** State of a sign-in in progress; expires within minutes. */
export function stepCookie({ token, expiresAt }: PendingStep, facts: RequestFacts): string {
  return `${stepName(facts)}=${token}; ${attributes(facts)}; HttpOnly; Expires=${new Date(expiresAt).toUTCString()}`;
}

export function endedStepCookie(facts: RequestFacts): string {
  return `${stepName(facts)}=; ${attributes(facts)}; HttpOnly; Max-Age=0`;
}

export function endedSessionCookie(facts: RequestFacts): string {
  return `${sessionName(facts)}=; ${attributes(facts)}; HttpOnly; Max-Age=0`;
}

export function themeCookie(theme: Theme, facts: RequestFacts): string {
  return `${themeCookieName}=${theme}; ${attributes(facts)}; Max-Age=${yearS}`;
}

/**
 * Whether single-key shortcuts are on: read by the browser's script (`enhance/keyboard.ts`), and by
 * the page that sets it.
 */
export function keysCookie(isOn: boolean, facts: RequestFacts): string {
  return `${keysCookieName}=${isOn ? "on" : "off"}; ${attributes(facts)}; Max-Age=${yearS}`;
}

/** An empty name uses the browser's zone (`enhance/zone.ts`). */
export function zoneCookie(name: string, facts: RequestFacts): string {
  const age = name === "" ? 0 : yearS;
  return `${zoneCookieName}=${name && cookieOfZone({ name, isChosen: true })}; ${attributes(facts)}; Max-Age=${age}`;
}

export function areKeysOn(request: Request): boolean {
  return cookieOf(request, keysCookieName) !== "off";
}

/** The request's session token, for signing out. */
export function sessionTokenOf(request: Request, facts: RequestFacts): string | undefined {
  return cookieOf(request, sessionName(facts));
}

export function deviceTokenOf(request: Request, facts: RequestFacts): string | undefined {
  return cookieOf(request, deviceName(facts));
}

export function stepTokenOf(request: Request, facts: RequestFacts): string | undefined {
  return cookieOf(request, stepName(facts));
}

const sessionName = (facts: RequestFacts) => cookieName("spoor_session", placeOf(facts));
const deviceName = (facts: RequestFacts) => cookieName("spoor_device", placeOf(facts));
const stepName = (facts: RequestFacts) => cookieName("spoor_step", placeOf(facts));
const placeOf = (facts: RequestFacts): CookiePlace => ({
  secure: facts.secure,
  atRoot: basePath(facts) === "",
});

function cookieOf(request: Request, name: string): string | undefined {
  const cookies = request.headers.get("Cookie")?.split(/;\s*/) ?? [];
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
}

function attributes(facts: RequestFacts): string {
  return `Path=${basePath(facts) || "/"}; SameSite=Lax${facts.secure ? "; Secure" : ""}`;
}
