import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { MiddlewareFunction, RouterContextProvider, ServerBuild } from "react-router";
import {
  pageContext,
  type RequestFacts,
  requestContext,
  servicesContext,
  viewerContext,
} from "#app/context.ts";
import { chosenBy } from "#app/chosen.ts";
import { withAuthorization } from "#app/authorize.ts";
import { type Config, readConfig } from "#server/config.ts";
import { diskCauseOf } from "#server/domain/health/disk-cause.ts";
import { statusOf } from "#server/domain/problem-status.ts";
import { unreadableSentence } from "#server/domain/health/trouble.ts";
import { askingOf, formProblem, sentence, withHeaders } from "#server/http/hosted.ts";
import { crossSiteProblem } from "#server/http/same-site.ts";
import { securityHeadersOf } from "#server/http/security.ts";
import { cookieOf, viewerOf } from "#server/http/viewer.ts";
import type { Spoor } from "#server/main.ts";
import { currentTraceId } from "#server/telemetry/http-span.ts";

type Hosted = { spoor: Spoor; config: Config };

/** Pending requests, so that shutdown doesn't cut any off. */
type Traffic = { underWay: number };

/**
 * The build's routes for hosts that know nothing of Spoor, such as `react-router-serve`: adds
 * authorization of all pages and, with the first request, starts this process's Spoor from its
 * environment. A host with its own services keeps them.
 */
export function hostedRoutes(build: ServerBuild): ServerBuild["routes"] {
  const { routes } = withAuthorization(build);
  const root = routes["root"]!;
  const middleware = [hosted(), ...(root.module.middleware ?? [])];
  return { ...routes, root: { ...root, module: { ...root.module, middleware } } };
}

function hosted(): MiddlewareFunction<Response> {
  const traffic: Traffic = { underWay: 0 };
  let started: Promise<Hosted> | undefined;
  const startOnce = () => {
    started ??= start(traffic).catch((error: unknown) => {
      started = undefined;
      throw error;
    });
    return started;
  };
  return async ({ request, context }, next) => {
    if (hasServices(context)) {
      const { publicUrl } = context.get(requestContext);
      const foreign = crossSiteProblem(askingOf(request, publicUrl), new URL(publicUrl).host);
      return foreign ? sentence(statusOf(foreign), foreign.detail) : next();
    }
    traffic.underWay += 1;
    try {
      return await answer(await startOnce(), request, context, next);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      process.stderr.write(`${JSON.stringify({ level: "error", message: error.message })}\n`);
      return sentence(503, "Spoor could not start. See the log for the reason.");
    } finally {
      traffic.underWay -= 1;
    }
  };
}

function hasServices(context: Readonly<RouterContextProvider>): boolean {
  try {
    return context.get(servicesContext) !== undefined;
  } catch {
    return false;
  }
}

async function answer(
  { spoor, config }: Hosted,
  request: Request,
  context: Readonly<RouterContextProvider>,
  next: () => Promise<Response>,
): Promise<Response> {
  const { services } = spoor.parts;
  const publicUrl = config.publicUrl ?? new URL(request.url).origin;
  const asking = askingOf(request, publicUrl);
  const { nonce, headers } = securityHeadersOf(asking.secure);
  const problem =
    crossSiteProblem(asking, new URL(publicUrl).host) ??
    formProblem(request, config.http.formBytes);
  if (problem) return withHeaders(sentence(statusOf(problem), problem.detail), headers);
  const page: { bytes?: Uint8Array<ArrayBuffer>; unread?: unknown } = {};
  context.set(pageContext, page);
  context.set(servicesContext, services);
  context.set(viewerContext, await viewerOf(asking, services.commands));
  context.set(requestContext, {
    publicUrl,
    nonce,
    secure: asking.secure,
    address: "",
    traceId: currentTraceId(),
    pagesOnly: true,
    ...chosenBy((name) => cookieOf(asking, name)),
    ...(config.publicUrl !== undefined && { mailUrl: config.publicUrl }),
  } satisfies RequestFacts);
  const made = await next();
  if (page.unread !== undefined) {
    const unread = sentence(503, unreadableSentence(diskCauseOf(page.unread) ?? "other"));
    return withHeaders(unread, headers);
  }
  return withHeaders(page.bytes ? new Response(page.bytes, made) : made, headers);
}

async function start(traffic: Traffic): Promise<Hosted> {
  const config = readConfig(process.env);
  if (config.publicUrl !== undefined && new URL(config.publicUrl).pathname !== "/")
    throw new Error(atRootAlone);
  const folder = [import.meta.dirname, join(import.meta.dirname, "..")].find((each) =>
    existsSync(join(each, "worker.js")),
  );
  if (folder === undefined)
    throw new Error("The build is incomplete: worker.js is missing. Run “npm run build”.");
  const { version } = JSON.parse(readFileSync(join(folder, "../../package.json"), "utf8")) as {
    version: string;
  };
  const { startSpoor } = await import("#server/main.ts");
  process.umask(0o077);
  const spoor = await startSpoor({ config, workerPath: join(folder, "worker.js"), version });
  spoor.parts.log("warn", pagesOnly);
  closeOnSignals(spoor, traffic);
  const token = await spoor.setUpToken();
  if (token !== undefined)
    process.stdout.write(
      `\n  Open /setup?token=${token} on this host to create the owner account and the first project.\n\n`,
    );
  return { spoor, config };
}

const atRootAlone =
  "SPOOR_URL has a path, but this host can only serve pages at the root. Use “spoor serve”, or mount createApp at the path.";

const pagesOnly =
  "This host serves only Spoor's pages. It doesn't accept events and has no .json forms, API, or live updates. " +
  "Use “spoor serve” for those.";

const lookMs = 50;
const patienceMs = 10_000;

/** The host itself stops listening. Pending requests complete before files are closed. */
function closeOnSignals(spoor: Spoor, traffic: Traffic): void {
  async function close(): Promise<void> {
    const until = Date.now() + patienceMs;
    while (traffic.underWay > 0 && Date.now() < until)
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    await spoor.close();
  }
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void close());
}
