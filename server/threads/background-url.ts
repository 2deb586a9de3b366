import type { Config } from "#server/config.ts";

/**
 * What links begin with in messages that no request led to; undefined: nobody knows. `SPOOR_URL`, else Spoor's own address where
 * it listens to this machine alone: what is open to a network has names that only its operator knows.
 */
export function backgroundUrl({
  publicUrl,
  host,
  port,
}: Pick<Config, "publicUrl" | "host" | "port">): string | undefined {
  if (publicUrl !== undefined) return publicUrl;
  const isOwn = host === "localhost" || host === "::1" || host.startsWith("127.");
  return isOwn && port !== 0 ? `http://localhost:${port}` : undefined;
}
