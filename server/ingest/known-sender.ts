import { isProblem, type Problem } from "#server/domain/problem.ts";
import { formOf, refuseIn } from "./otlp/answer.ts";
import { credentialsOfOtlp } from "./otlp/credentials.ts";
import { matchOtlpEndpoint } from "./otlp/endpoint.ts";
import type { FindKey, IngestRequest, Reply, Sender } from "./request.ts";
import { authenticate, credentialsOf } from "./sentry/credentials.ts";
import { matchEndpoint } from "./sentry/endpoint.ts";
import { refusedSender } from "./refused-sender.ts";

export type KnownSender = { sender: Sender; refuse?: (problem: Problem) => Reply };

/**
 * Feedback and check-ins, which would count as missed: few and small, so they are accepted while
 * others wait.
 */
const isFirst = new Set(["feedback", "cron"]);

/**
 * The sender according to data outside the body, for a request that is refused unread. Undefined if
 * the body is needed, and for requests accepted first.
 */
export async function knownSender(
  request: IngestRequest,
  findKey: FindKey,
): Promise<KnownSender | undefined> {
  const { url, headers } = request;
  const mark = url.indexOf("?");
  const [pathname, search] = mark < 0 ? [url, ""] : [url.slice(0, mark), url.slice(mark + 1)];
  const query = new URLSearchParams(search);
  const otlp = matchOtlpEndpoint(pathname);
  const endpoint = otlp ?? matchEndpoint(pathname);
  if (
    !endpoint ||
    ("kind" in endpoint && (endpoint.kind === "refused" || isFirst.has(endpoint.kind)))
  )
    return undefined;
  const credentials = otlp ? credentialsOfOtlp(headers, query) : credentialsOf(headers, query);
  if (credentials.length === 0) return undefined;
  const { projectId } = endpoint as { projectId?: Sender["project"]["id"] };
  const sender = await authenticate(credentials, projectId, findKey);
  if (isProblem(sender) || refusedSender(sender, headers)) return undefined;
  const form = otlp && formOf(headers["content-type"]);
  return { sender, ...(form && { refuse: (problem: Problem) => refuseIn(form, problem) }) };
}
