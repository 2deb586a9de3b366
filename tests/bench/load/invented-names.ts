/** Request bodies with a new name each time, as a stranger with a public key can send. */
const keysPerEvent = 200;
const spansPerRequest = 500;

export type MadeUp = { kind: "event" | "spans"; body: string };

/**
 * `count` names of each dimension: tag keys, values, environments, releases, fingerprints, users,
 * routes, services.
 */
export function* inventedNames(count: number): Generator<MadeUp> {
  for (let from = 0; from < count; from += keysPerEvent) {
    const many = (tag: (n: number) => [string, string]) =>
      Object.fromEntries(Array.from({ length: keysPerEvent }, (_, n) => tag(from + n)));
    yield event({ tags: many((n) => [`made_up_${n}`, "x"]) });
    yield event({ tags: many((n) => [`known_${n % keysPerEvent}`, `value ${n}`]) });
  }
  for (let from = 0; from < count; from += spansPerRequest)
    yield spans(from, Math.min(spansPerRequest, count - from));
  for (let n = 0; n < count; n++)
    yield event({
      environment: `made-up-${n}`,
      release: `made-up@${n}`,
      transaction: `/made-up/${n}`,
      user: { id: `made-up-${n}` },
      fingerprint: [n % 2 === 0 ? "one" : `made-up-${n}`],
    });
  // Half of the users and fingerprints above belong to separate issues; these users belong to one.
  for (let n = 0; n < count / 2; n++)
    yield event({ user: { id: `another-${n}` }, fingerprint: [`more-${n}`] });
}

function event(fields: object): MadeUp {
  const event_id = crypto.randomUUID().replaceAll("-", "");
  const body = {
    event_id,
    level: "error",
    message: "a stranger was here",
    fingerprint: ["one"],
    ...fields,
  };
  return {
    kind: "event",
    body: `${JSON.stringify({ event_id })}\n{"type":"event"}\n${JSON.stringify(body)}\n`,
  };
}

function spans(from: number, count: number): MadeUp {
  const now = BigInt(Date.now()) * 1_000_000n;
  const resourceSpans = Array.from({ length: count }, (_, n) => ({
    resource: { attributes: [attribute("service.name", `made-up-${from + n}`)] },
    scopeSpans: [{ spans: [span(from + n, now)] }],
  }));
  return { kind: "spans", body: JSON.stringify({ resourceSpans }) };
}

function span(n: number, now: bigint) {
  return {
    traceId: crypto.randomUUID().replaceAll("-", ""),
    spanId: (n + 1).toString(16).padStart(16, "0"),
    name: `GET /made-up/${n}`,
    kind: 2,
    startTimeUnixNano: String(now - 5_000_000n),
    endTimeUnixNano: String(now),
    attributes: [attribute("http.route", `/made-up/${n}`), attribute("http.request.method", "GET")],
  };
}

const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
