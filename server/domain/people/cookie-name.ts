/** How a request came: what a cookie's name depends on. */
export type CookiePlace = {
  /** Behind TLS. */
  secure: boolean;
  /** Not below a path of another application. */
  atRoot: boolean;
};

/**
 * Behind TLS and at the root `__Host-`: such a cookie is never another host's of the same domain,
 * nor one that was set without TLS. Elsewhere the plain name, which scripts know (SPEC section 10).
 */
export function cookieName(
  name: "spoor_session" | "spoor_device" | "spoor_step",
  { secure, atRoot }: CookiePlace,
): string {
  return secure && atRoot ? `__Host-${name}` : name;
}
