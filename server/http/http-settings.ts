/** Limits per client: connections, time, and form size. Each has an environment variable. */
export type HttpSettings = {
  /** Total open connections; undefined: depends on the process's open-file limit. */
  connections?: number;
  /** Per public address; undefined: a quarter of the total. */
  connectionsPerAddress?: number;
  /** For a request's headers, from the opening of the connection. */
  headMs: number;
  /** For a whole request, and for a response that the client doesn't read. */
  requestMs: number;
  /** Idle time between requests on a connection. */
  keepAliveMs: number;
  formBytes: number;
  /** JSON bodies of API calls. Uploads have separate limits. */
  apiBytes: number;
};

type Environment = { readonly [name: string]: string | undefined };

/** `wrong`: a message for the operator that names the variable. */
export function readHttpSettings(environment: Environment): HttpSettings | { wrong: string } {
  const wrong: string[] = [];
  const amount = (name: string, most: number): number | undefined => {
    const value = environment[name]?.trim();
    if (!value) return undefined;
    const number = Number(value);
    if (Number.isInteger(number) && number > 0 && number <= most) return number;
    wrong.push(`${name} is “${value}”. Use a whole number from 1 to ${most}.`);
    return undefined;
  };
  const connections = amount("SPOOR_CONNECTIONS", 1_000_000);
  const connectionsPerAddress = amount("SPOOR_CONNECTIONS_PER_ADDRESS", 1_000_000);
  const settings: HttpSettings = {
    headMs: 1000 * (amount("SPOOR_HEAD_SECONDS", 3_600) ?? 15),
    requestMs: 1000 * (amount("SPOOR_REQUEST_SECONDS", 86_400) ?? 120),
    // A proxy must close connections first: nginx and load balancers keep them for 60 s.
    keepAliveMs:
      1000 *
      (amount("SPOOR_KEEP_ALIVE_SECONDS", 3_600) ?? (environment.SPOOR_TRUST_PROXY ? 75 : 5)),
    formBytes: 1024 * (amount("SPOOR_FORM_KIB", 65_536) ?? 256),
    apiBytes: 1024 * (amount("SPOOR_API_KIB", 65_536) ?? 4_096),
    ...(connections !== undefined && { connections }),
    ...(connectionsPerAddress !== undefined && { connectionsPerAddress }),
  };
  return wrong.length > 0 ? { wrong: wrong.join(" ") } : settings;
}
