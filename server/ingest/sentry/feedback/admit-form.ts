import { createHash } from "node:crypto";
import type { Feedback } from "#server/domain/feedback/feedback.ts";
import { type EventId, parseEventId, type ProjectId } from "#server/domain/ids.ts";
import { readForm } from "#server/domain/form/read-form.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import { statusOf } from "#server/domain/problem-status.ts";
import { isAllowedOrigin } from "#server/domain/project/allowed-origin.ts";
import { readFormBody } from "#server/ingest/form-body.ts";
import type { Limits } from "#server/ingest/limits.ts";
import type {
  Admitted,
  CountedItem,
  FindKey,
  IngestRequest,
  Reply,
  Sender,
} from "#server/ingest/request.ts";
import { scrubRulesOf } from "#server/ingest/scrub-rules.ts";
import { authenticate, credentialsOf } from "#server/ingest/sentry/credentials.ts";
import { counted } from "#server/ingest/sentry/item-kinds.ts";
import { refusedSender } from "#server/ingest/refused-sender.ts";
import { type FeedbackValues, feedbackForm, feedbackValues, honeypot } from "./fields.ts";
import { type FormPage, formPage } from "./form-page.ts";
import { aboutEvent, urlOf, wordsOf } from "./read-feedback.ts";
import { visiblyCut } from "#server/ingest/sentry/visibly-cut.ts";

/** Text and a few addresses; a longer body is something else. */
const maxFormBytes = 64 * 1_024;

type FormCall = {
  request: IngestRequest;
  projectId: ProjectId;
  query: URLSearchParams;
  limits: Limits;
};

/**
 * `GET` shows the form, prefilled from the query. `POST` accepts it, from our page or from a plain
 * form on any page, and redirects with 303 to `return` if the key lists that origin, otherwise
 * shows a confirmation. Works without scripts.
 */
export async function admitForm(call: FormCall, findKey: FindKey): Promise<Admitted | Reply> {
  const { request, projectId, query } = call;
  const sender = await authenticate(credentialsOf(request.headers, query), projectId, findKey);
  if (isProblem(sender)) return refusal(sender);
  const away = refusedSender(sender, fromElsewhere(request.headers));
  if (away) return { ...refusal(away.problem), refused: { projectId, items: [away.counted] } };
  if (request.method === "GET") return formPage(blankForm(call, sender));
  const form = await readFormBody(request, call.limits, maxFormBytes);
  if (isProblem(form))
    return { ...refusal(form), refused: { projectId, items: [invalid(form.problem)] } };
  return take(call, sender, form);
}

function blankForm({ request, query }: FormCall, { key }: Sender): FormPage {
  const asked = feedbackValues(query);
  const values = {
    ...asked,
    id: request.freshId ?? "",
    url: asked["url"] ?? pageOf(request) ?? "",
  };
  return { shows: "form", status: 200, values, ...around(asked, key) };
}

function take(
  { request, projectId, query }: FormCall,
  sender: Sender,
  form: FormData,
): Admitted | Reply {
  // Fields of the form take precedence over those of its URL.
  const values = feedbackValues([...form, ...query]);
  const page: FormPage = { shows: "form", status: 422, values, ...around(values, sender.key) };
  if (values[honeypot]) return { ...thanks(page), refused: { projectId, items: [spam] } };
  const read = readForm(feedbackForm, formOf(values));
  if (!read.ok)
    return {
      ...formPage({ ...page, errors: read.errors }),
      refused: { projectId, items: [invalid("invalid")] },
    };
  const { receivedAt, remoteAddress } = request;
  const feedback = feedbackOf(request, { ...values, ...read.fields }, sender);
  return {
    projectId,
    sender,
    receipt: { projectId, receivedAt, remoteAddress },
    reply: thanks(page),
    items: [{ kind: "feedback", feedback }],
    refuse: (problem) => again(page, problem),
  };
}

function feedbackOf(request: IngestRequest, values: FeedbackValues, { project }: Sender): Feedback {
  const rules = scrubRulesOf(project.settings.scrubbing);
  const said = (name: string, most: number) => {
    const text = visiblyCut(values[name]?.trim() ?? "", most).toWellFormed();
    return text ? { [name]: text } : {};
  };
  return {
    feedbackId: parseEventId(values["id"]) ?? parseEventId(request.freshId) ?? madeId(request),
    receivedAt: request.receivedAt,
    message: wordsOf(values["message"], rules) ?? "",
    ...said("name", 100),
    ...said("email", 254),
    ...said("environment", 64),
    ...said("release", 200),
    ...urlOf(values["url"] || pageOf(request), rules),
    ...aboutEvent(values["event_id"]),
  };
}

function madeId({ body, receivedAt }: IngestRequest): EventId {
  return createHash("sha256")
    .update(`${receivedAt} `)
    .update(body)
    .digest("hex")
    .slice(0, 32) as EventId;
}

function around(
  values: FeedbackValues,
  { allowedOrigins }: Sender["key"],
): Pick<FormPage, "allowedOrigins" | "returnTo"> {
  const returnTo = returnOf(values["return"], allowedOrigins);
  return { allowedOrigins, ...(returnTo !== undefined && { returnTo }) };
}

/** Prevents open redirects: only to origins that the key lists explicitly or by domain. */
function returnOf(said: string | undefined, allowed: readonly string[]): string | undefined {
  if (!said || allowed.length === 0 || !isAllowedOrigin(said, allowed)) return undefined;
  return new URL(said).href;
}

/** The embedding page of the form, according to the browser. */
function pageOf({ headers }: IngestRequest): string | undefined {
  return fromElsewhere(headers)["referer"];
}

/** Our own page posts from our own origin, which no key must list. */
function fromElsewhere(headers: IngestRequest["headers"]): IngestRequest["headers"] {
  const { origin, referer, ...rest } = headers;
  const said = origin ?? referer;
  const isOwn =
    headers["sec-fetch-site"] === "same-origin" || hostOf(said) === (headers["host"] ?? "");
  return isOwn ? rest : headers;
}

const hostOf = (address: string | undefined) => URL.parse(address ?? "")?.host;

function thanks({ returnTo, allowedOrigins }: FormPage): Reply {
  if (returnTo !== undefined) return { status: 303, headers: { location: returnTo }, body: "" };
  return formPage({ shows: "thanks", status: 200, ...(allowedOrigins && { allowedOrigins }) });
}

function refusal(problem: Problem): Reply {
  return formPage({ shows: "refusal", status: statusOf(problem), sentence: problem.detail });
}

/** A post that can't be stored now is not lost: it stays in the form. */
function again(page: FormPage, problem: Problem): Reply {
  const reply = formPage({
    ...page,
    status: statusOf(problem),
    sentence: `${problem.detail} Try again in a moment.`,
  });
  const { retryAfterS } = problem;
  return {
    ...reply,
    headers: {
      ...reply.headers,
      ...(retryAfterS !== undefined && { "retry-after": String(retryAfterS) }),
    },
  };
}

function formOf(values: FeedbackValues): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

const invalid = (reason: string): CountedItem => counted("invalid", "feedback", reason);
const spam: CountedItem = counted("filtered", "feedback", "spam");
