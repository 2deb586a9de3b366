import { isProblem, type Problem } from "#server/domain/problem.ts";
import { accept, formOf, refuseIn } from "./otlp/answer.ts";
import { matchOtlpEndpoint } from "./otlp/endpoint.ts";
import { credentialsOfOtlp } from "./otlp/credentials.ts";
import { jsonReply } from "./reply.ts";
import type { FindKey, IngestRequest, Reply, Sender } from "./request.ts";
import { authenticate, type Credential, credentialsOf } from "./sentry/credentials.ts";
import { matchEndpoint } from "./sentry/endpoint.ts";
import { refusedSender } from "./refused-sender.ts";

/** A request that may be stored unread. `reply` acknowledges it without event IDs. */
export type Unread = { sender: Sender; reply: Reply; refuse?: (problem: Problem) => Reply };

/** Larger requests are read immediately: many would take long to process. */
const mostBytes = 1024 * 1024;
const encodings = new Set([undefined, "", "identity", "gzip", "deflate", "br", "zstd"]);

/**
 * Admits a request by data outside its body, when there is no time to read it: writing it to disk
 * takes a tenth of processing (BUDGETS). Undefined if more than the key decides (limits, quotas, a
 * wrong or missing key), and for requests better answered by `admit`. Faults inside are found when
 * it is read, and counted then.
 */
export async function admitUnread(
  request: IngestRequest,
  findKey: FindKey,
): Promise<Unread | undefined> {
  const { method, body, headers } = request;
  if (method !== "POST" || body.length === 0 || body.length > mostBytes) return undefined;
  if (!encodings.has(headers["content-encoding"]?.trim().toLowerCase())) return undefined;
  const entrance = entranceOf(request);
  if (!entrance || entrance.credentials.length === 0) return undefined;
  const sender = await authenticate(entrance.credentials, entrance.projectId, findKey);
  if (isProblem(sender) || isLimited(sender) || refusedSender(sender, headers)) return undefined;
  return { sender, ...entrance.answers };
}

type Entrance = {
  credentials: Credential[];
  projectId: Parameters<typeof authenticate>[1];
  answers: Pick<Unread, "reply" | "refuse">;
};

function entranceOf({ url, headers }: IngestRequest): Entrance | undefined {
  const mark = url.indexOf("?");
  const [pathname, search] = mark < 0 ? [url, ""] : [url.slice(0, mark), url.slice(mark + 1)];
  const query = new URLSearchParams(search);
  const otlp = matchOtlpEndpoint(pathname);
  if (otlp) {
    const form = formOf(headers["content-type"]);
    if (!form || otlp.signal !== "traces") return undefined;
    const answers = {
      reply: accept(form, otlp.signal, undefined),
      refuse: (problem: Problem) => refuseIn(form, problem),
    };
    return { credentials: credentialsOfOtlp(headers, query), projectId: otlp.projectId, answers };
  }
  const endpoint = matchEndpoint(pathname);
  if (endpoint?.kind !== "envelope") return undefined;
  return {
    credentials: credentialsOf(headers, query),
    projectId: endpoint.projectId,
    answers: { reply: jsonReply({}) },
  };
}

/** Limits count content of the body. */
const isLimited = ({ key, project }: Sender) =>
  key.eventsPerMinute !== undefined || Object.keys(project.settings.quotas).length > 0;
