/**
 * The origin by which a client reached this server: scheme, host, and port. `localhost` if its Host
 * isn't a valid host name.
 */
export function originOf(protocol: string, host = "localhost"): string {
  const said = `${protocol}://${host}`;
  return URL.canParse(said) ? new URL(said).origin : `${protocol}://localhost`;
}
