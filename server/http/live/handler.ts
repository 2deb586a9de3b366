import { type Request, type RequestHandler, type Response, Router } from "express";
import type { IssueId } from "#server/domain/ids.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import { type AskedProject, findProject } from "#server/http/data/asked.ts";
import { allowOnly } from "#server/http/allow.ts";
import { sendProblem } from "#server/http/problem.ts";
import type { Log } from "#server/telemetry/log.ts";
import type { Services } from "#server/services.ts";
import { createLiveHub, type LiveHub } from "./hub.ts";
import { greeting } from "./message.ts";

type LiveDeps = {
  services: Services;
  log: Log;
  /** Aborted on shutdown: listeners reconnect to the next process. */
  ending?: AbortSignal | undefined;
};

/**
 * A connection takes a socket and a few hundred bytes. A browser opens six per host over HTTP/1.1.
 */
const mostInAll = 1_000;
const mostOfOne = 20;
/** Slower readers are disconnected and reconnect. */
const mostUnreadBytes = 64 * 1024;

/**
 * `GET /:project/live?after=ACTIVITY[&issue=ID]`: server-sent events about project activity, for
 * pages that offer to reload. Issue permissions are checked again each minute. Not traced: a stream
 * doesn't end like a request.
 */
export function liveHandler({ services, log, ending }: LiveDeps): Router {
  const hub = createLiveHub({ ...services.store, log });
  ending?.addEventListener("abort", () => hub.end());
  const router = Router({ caseSensitive: true });
  router.route("/:project/live").get(listen({ services, hub, ending })).all(allowOnly("GET"));
  return router;
}

type Deps = Pick<LiveDeps, "services" | "ending"> & { hub: LiveHub };

function listen({ services, hub, ending }: Deps): RequestHandler {
  const ask = (request: Request) => findProject(services, request, "issue:read");
  return async (request, response) => {
    const asked = await ask(request);
    if (isProblem(asked)) return sendProblem(response, asked);
    const refusal = refusalOf(hub, asked, ending);
    if (refusal) return sendProblem(response, refusal);
    open(response);
    const newest = await services.store.issues.newestActivity();
    if (!response.writable) return;
    const leave = hub.add({
      projectId: asked.project.id,
      userId: asked.viewer.user.id,
      after: knownTo(request, newest),
      ...issueOf(request),
      tell: (message) => tell(response, message),
      mayStillListen: async () => !isProblem(await ask(request)),
      end: () => void response.end(),
    });
    response.once("close", leave);
  };
}

function refusalOf(
  hub: LiveHub,
  { viewer }: AskedProject,
  ending: AbortSignal | undefined,
): Problem | undefined {
  const { all, own } = hub.countOf(viewer.user.id);
  if (ending?.aborted)
    return { problem: "unavailable", detail: "The server is shutting down.", retryAfterS: 5 };
  if (own >= mostOfOne)
    return {
      problem: "unavailable",
      detail: `You have ${mostOfOne} live pages open, the maximum.`,
    };
  if (all >= mostInAll)
    return {
      problem: "unavailable",
      detail: `This instance has ${mostInAll} live pages open, the maximum.`,
    };
  return undefined;
}

function open(response: Response): void {
  response.set({
    "Content-Type": "text/event-stream; charset=utf-8",
    // Proxies must neither compress nor buffer.
    "Cache-Control": "private, no-store, no-transform",
    "X-Accel-Buffering": "no",
  });
  response.flushHeaders();
  response.write(greeting);
}

function tell(response: Response, message: string): void {
  if (response.writableLength > mostUnreadBytes) response.destroy();
  else response.write(message);
}

/**
 * What the browser had when it lost the connection, otherwise what its page shows, otherwise the
 * newest.
 */
function knownTo(request: Request, newest: number): number {
  const said = request.get("last-event-id") ?? request.query["after"];
  const known = typeof said === "string" && /^\d{1,15}$/.test(said) ? Number(said) : newest;
  return Math.min(known, newest);
}

function issueOf({ query }: Request): { issueId?: IssueId } {
  const { issue } = query;
  return typeof issue === "string" && /^\d{1,15}$/.test(issue)
    ? { issueId: Number(issue) as IssueId }
    : {};
}
