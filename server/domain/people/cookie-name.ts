/** Properties of a request that determine a cookie's name. */
export type CookiePlace = {
  /** Behind TLS. */
  secure: boolean;
  /** Not below a path of another application. */
  atRoot: boolean;
};

/**
 * Behind TLS and at the root, `__Host-`: such a cookie can't be set by another host of the domain,
 * or without TLS. Otherwise the plain name, which scripts know.
 */
export function cookieName(
  name: "spoor_session" | "spoor_device" | "spoor_step",
  { secure, atRoot }: CookiePlace,
): string {
  return secure && atRoot ? `__Host-${name}` : name;
}
