// The load generator: a separate process, so that its work is never counted as the server's.
// Receives jobs and returns outcomes.
import type { Encoding, Envelope } from "./envelope.ts";
import type { BodyWithIds } from "./body-with-ids.ts";
import type { Job } from "./job.ts";
import { eventRequests, makeEnvelopes, type NextRequest, pageRequests } from "./requests.ts";
import { runJob } from "./run-job.ts";
import { makeSpanBodies, type SpanEncoding, spanRequests } from "./span-requests.ts";

/** Created once, as compressing a thousand bodies takes longer than a short run. */
const made = new Map<string, Envelope[]>();
const madeSpans = new Map<string, BodyWithIds[]>();

process.on("message", (job: Job) => {
  void runJob(job, requestsOf(job)).then((outcome) => process.send!(outcome));
});
process.on("disconnect", () => process.exit(0));

function requestsOf({ target, what }: Job): NextRequest {
  if (what.kind === "pages") return pageRequests(target, what.headers);
  if (what.kind === "spans") return spanRequests(target, what, spanBodiesOf(what));
  return eventRequests(target, what.encoding, envelopesOf(what.encoding, what.issueCount));
}

function envelopesOf(encoding: Encoding, issueCount: number): Envelope[] {
  const key = `${encoding} ${issueCount}`;
  const envelopes = made.get(key) ?? makeEnvelopes(encoding, issueCount);
  made.set(key, envelopes);
  return envelopes;
}

function spanBodiesOf(what: SpanEncoding): BodyWithIds[] {
  const key = `${what.format} ${what.encoding}`;
  const bodies = madeSpans.get(key) ?? makeSpanBodies(what);
  madeSpans.set(key, bodies);
  return bodies;
}
