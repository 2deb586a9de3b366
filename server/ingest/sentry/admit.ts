import { isProblem, type Problem } from "#server/domain/problem.ts";
import { type Limits, limitsFor } from "#server/ingest/limits.ts";
import { admitOtlp } from "#server/ingest/otlp/admit.ts";
import { matchOtlpEndpoint } from "#server/ingest/otlp/endpoint.ts";
import { filtersOf, withoutFiltered } from "#server/ingest/inbound-filters.ts";
import { refuse } from "#server/ingest/reply.ts";
import type {
  Admitted,
  CountedItem,
  FindKey,
  IngestRequest,
  Reply,
  Sender,
} from "#server/ingest/request.ts";
import { refusedSender } from "#server/ingest/refused-sender.ts";
import { answer } from "./answer.ts";
import { authenticate, credentialOfDsn, credentialsOf, type Credential } from "./credentials.ts";
import { matchEndpoint, type TakenEndpoint } from "./endpoint.ts";
import { settleEventIds } from "./event-id.ts";
import { admitForm } from "./feedback/admit-form.ts";
import { counted } from "./item-kinds.ts";
import { readRequest } from "./read-request.ts";
import { admitItems, isFruitless, type Reading } from "./reading.ts";
import { receiptOf } from "./receipt.ts";

type Call = {
  request: IngestRequest;
  endpoint: Exclude<TakenEndpoint, { kind: "feedback" }>;
  query: URLSearchParams;
  limits: Limits;
};

/**
 * Admits or refuses a client's request: an OTLP exporter's by `admitOtlp`; a Sentry client's by
 * decoding the body within the limits, authenticating it, framing it, and parsing its events once.
 * The reply of an `Admitted` is sent only after its bytes are durable.
 */
export async function admit(
  request: IngestRequest,
  findKey: FindKey,
  limits: Limits,
): Promise<Admitted | Reply> {
  const otlp = matchOtlpEndpoint(splitUrl(request.url)[0]);
  if (otlp) return admitOtlp(request, otlp, findKey, limits);
  const call = callOf(request, limits);
  if ("status" in call) return call;
  const { endpoint } = call;
  if (endpoint.kind === "feedback")
    return admitForm({ ...call, projectId: endpoint.projectId }, findKey);
  return enter({ ...call, endpoint }, findKey);
}

function callOf(
  request: IngestRequest,
  limits: Limits,
): (Omit<Call, "endpoint"> & { endpoint: TakenEndpoint }) | Reply {
  const [pathname, search] = splitUrl(request.url);
  const endpoint = matchEndpoint(pathname);
  if (!endpoint) return refuse({ problem: "not-found", detail: "Unknown ingest endpoint." });
  if (endpoint.kind === "refused") return refuse({ problem: "not-found", detail: endpoint.detail });
  if (!mayUse(request.method, endpoint)) return wrongMethod(endpoint);
  return { request, endpoint, query: new URLSearchParams(search), limits };
}

/** Credentials outside the body are checked before decompression; those inside must then agree. */
async function enter(call: Call, findKey: FindKey): Promise<Admitted | Reply> {
  const { request, endpoint, query, limits } = call;
  const outside = outsideCredentials(call);
  const early =
    outside.length > 0 ? await authenticate(outside, endpoint.projectId, findKey) : undefined;
  if (isProblem(early)) return refuse(early);
  const away = early && turnAway(early, request);
  if (away) return away;
  const reading = await readRequest(request, endpoint, query, limits);
  if (isProblem(reading))
    return refuseKnown(reading, early, endpoint.kind === "cron" ? "check_in" : "event");
  const inside = credentialOfDsn(reading.headers["dsn"]);
  const all = inside ? [...outside, inside] : outside;
  const sender = early && !inside ? early : await authenticate(all, endpoint.projectId, findKey);
  if (isProblem(sender)) return refuse(sender);
  const lateAway = sender === early ? undefined : turnAway(sender, request);
  if (lateAway) return lateAway;
  if (reading.fault && isFruitless(reading)) return refuseKnown(reading.fault, sender);
  return admitted(call, reading, sender);
}

function outsideCredentials({ request, endpoint, query }: Call): Credential[] {
  const credentials = credentialsOf(request.headers, query);
  const inPath = endpoint.kind === "cron" ? endpoint.publicKey : undefined;
  return inPath ? [...credentials, { publicKey: inPath, via: "the path" }] : credentials;
}

function admitted({ request, endpoint, limits }: Call, reading: Reading, sender: Sender): Admitted {
  const { project } = sender;
  const headerId = endpoint.kind === "attachments" ? endpoint.eventId : reading.headers["event_id"];
  const eventId = settleEventIds(reading.events, headerId, request);
  const receipt = receiptOf(request, project.id, reading.headers, eventId);
  const bounds = limitsFor(project, limits);
  const filters = filtersOf(project, bounds);
  const items = admitItems(reading, { request, receipt, project, bounds, filters });
  return {
    projectId: project.id,
    sender,
    reply: answer(request, endpoint, eventId, reading.switchOff),
    receipt,
    items: withoutFiltered(items, receipt, project, bounds),
  };
}

function turnAway(sender: Sender, { headers }: IngestRequest): Reply | undefined {
  const away = refusedSender(sender, headers);
  return away && refuseSender(sender, away.problem, away.counted);
}

function refuseKnown(problem: Problem, sender: Sender | undefined, type = "event"): Reply {
  return sender
    ? refuseSender(sender, problem, counted("invalid", type, problem.problem))
    : refuse(problem);
}

function refuseSender({ project }: Sender, problem: Problem, item: CountedItem): Reply {
  return { ...refuse(problem), refused: { projectId: project.id, items: [item] } };
}

function mayUse(method: string, endpoint: TakenEndpoint): boolean {
  if (method === "POST") return true;
  return (
    method === "GET" &&
    (endpoint.kind === "cron" || endpoint.kind === "store" || endpoint.kind === "feedback")
  );
}

function wrongMethod(endpoint: TakenEndpoint): Reply {
  const allow = mayUse("GET", endpoint) ? "GET, POST" : "POST";
  const reply = refuse({
    problem: "wrong-method",
    detail: `Use ${allow.replaceAll(", ", " or ")}.`,
  });
  return { ...reply, headers: { ...reply.headers, allow } };
}

function splitUrl(url: string): [pathname: string, search: string] {
  const mark = url.indexOf("?");
  return mark < 0 ? [url, ""] : [url.slice(0, mark), url.slice(mark + 1)];
}
