// The load generator: a process of its own, so that its work is never counted as the server's. Jobs in, outcomes out.
import type { Encoding, Envelope } from "./envelope.ts";
import type { Job } from "./job.ts";
import { eventRequests, makeEnvelopes, type NextRequest, pageRequests } from "./requests.ts";
import { runJob } from "./run-job.ts";

/** Made once: compressing a thousand bodies takes longer than a short run. */
const made = new Map<string, Envelope[]>();

process.on("message", (job: Job) => {
  void runJob(job, requestsOf(job)).then((outcome) => process.send!(outcome));
});
process.on("disconnect", () => process.exit(0));

function requestsOf({ target, what }: Job): NextRequest {
  if (what.kind === "pages") return pageRequests(target, what.headers);
  return eventRequests(target, what.encoding, envelopesOf(what.encoding, what.issueCount));
}

function envelopesOf(encoding: Encoding, issueCount: number): Envelope[] {
  const key = `${encoding} ${issueCount}`;
  const envelopes = made.get(key) ?? makeEnvelopes(encoding, issueCount);
  made.set(key, envelopes);
  return envelopes;
}
