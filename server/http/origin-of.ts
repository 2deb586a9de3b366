/**
 * Where a client says it reached this server: scheme, host, and port. `localhost` where its Host is
 * no host name.
 */
export function originOf(protocol: string, host = "localhost"): string {
  const said = `${protocol}://${host}`;
  return URL.canParse(said) ? new URL(said).origin : `${protocol}://localhost`;
}
