/**
 * What a client may take of this process: connections, time, and bytes of a form. Each has a
 * variable.
 */
export type HttpSettings = {
  /** Open connections in all; undefined: as many as the process's open files allow. */
  connections?: number;
  /** Of one public address; undefined: a quarter of them. */
  connectionsPerAddress?: number;
  /** For the head of a request, from the opening of its connection. */
  headMs: number;
  /** For a whole request, and for an answer that its client does not read. */
  requestMs: number;
  /** Between two requests on a connection. */
  keepAliveMs: number;
  formBytes: number;
  /** JSON of an API call; uploads have limits of their own. */
  apiBytes: number;
};

type Environment = { readonly [name: string]: string | undefined };

/** `wrong`: a sentence for the operator, which names the variable. */
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
    // A proxy has to be the one that closes: nginx keeps connections for 60 s, and load balancers
    // do.
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
