import { randomUUID } from "node:crypto";
import { envelopeOf, owner, sendEnvelope, type TestProject } from "#tests/harness/project.ts";
import { sendTrace } from "./send-trace.ts";
import { pause, type Spoor } from "#tests/harness/spoor.ts";

/**
 * Values of path parameters within a project: `:issue`, or `keys/:key` where a name has several
 * meanings.
 */
export type Named = Record<string, string>;

const drawing = `
  GET /cart 0-100 @storefront server http.route=/cart http.request.method=GET
    SELECT cart_lines 20-80 @db client db.system.name=sqlite`;

/** Traces use the same span IDs; this extra span does not exist in the other project's trace. */
export const oneMoreSpan = "\n    cache.get 81-90";

/** Sends an error and a trace. Returns their IDs once pages show them. */
export async function fillProject(spoor: Spoor, project: TestProject, more = ""): Promise<Named> {
  const event_id = randomUUID().replaceAll("-", "");
  const release = `${project.slug}@1.0`;
  const body = envelopeOf({
    event_id,
    release,
    message: `an error of ${project.slug}`,
    tags: { plan: "pro" },
  });
  await sendEnvelope(spoor, project, body + feedbackAndFileOf(event_id));
  const { traceId, spans } = await sendTrace(spoor, project, drawing + more);
  const [issue] = await project.waitForIssues(1);
  const { routes } = (await (await project.get("/routes.json")).json()) as {
    routes: { id: number }[];
  };
  const bundle = await uploadMap(spoor, project);
  return {
    "share/:token": (await shareOf(spoor, project, `issues/${issue!.shortId}`)).token,
    ":attachment": await attachmentOf(project, issue!.id),
    ":monitor": await monitorOf(spoor, project),
    ":rule": await ruleOf(project),

    ":bundle": bundle,
    ":project": project.slug,
    ":issue": issue!.shortId,
    ":event": event_id,
    "tags/:key": "plan",
    ":trace": traceId,
    ":span": spans.at(-1)!.spanId,
    ":route": String(routes[0]!.id),
    "keys/:key": project.publicKey,
    "releases/*": release,
  };
}

/** Creates a link to an issue or a trace by its form: `page` is `issues/SHOP-1` or `traces/…`. */
export async function shareOf(
  spoor: Spoor,
  { slug, token: bearer }: TestProject,
  page: string,
): Promise<{ token: string }> {
  const path = `${spoor.url}/${slug}/${page}/share`;
  const headers = { authorization: `Bearer ${bearer}` };
  const answer = await fetch(path, {
    method: "POST",
    headers,
    body: new URLSearchParams({ intent: "make", days: "7" }),
  });
  const token = /\/share\/([\w-]{43})/.exec(await answer.text())?.[1];
  if (token === undefined)
    throw new Error(`The link to ${page} was answered with ${answer.status}.`);
  return { token };
}

/** One of the default alert rules. */
async function ruleOf(project: TestProject): Promise<string> {
  const { rules } = (await (await project.get("/alerts.json")).json()) as {
    rules: { id: number }[];
  };
  return String(rules[0]!.id);
}

/** A job that failed in one environment and works in another. */
async function monitorOf(spoor: Spoor, project: TestProject): Promise<string> {
  const slug = `${project.slug}-backup`.slice(0, 50);
  const job = {
    monitor_slug: slug,
    monitor_config: { schedule: { type: "crontab", value: "30 2 * * *" } },
  };
  const runs = [
    { ...job, status: "error", duration: 2.5, release: `${project.slug}@1.0` },
    { ...job, status: "ok", environment: "staging" },
  ];
  await sendEnvelope(
    spoor,
    project,
    `{}\n${runs.map((run) => `{"type":"check_in"}\n${JSON.stringify(run)}\n`).join("")}`,
  );
  const isThere = async () => (await project.get(`/monitors/${slug}.json`)).status === 200;
  for (let tries = 0; tries < 400 && !(await isThere()); tries++) await pause(50);
  return slug;
}

/** User feedback on the error, and a log file. */
function feedbackAndFileOf(event_id: string): string {
  const words = {
    event_id,
    name: "Ada",
    email: "ada@example.com",
    comments: "The basket is empty.\nAgain.",
  };
  const log = "cart 7 was loaded\ncart 7 is empty";
  const file = {
    type: "attachment",
    filename: "cart.log",
    content_type: "text/plain",
    length: log.length,
  };
  return `{"type":"user_report"}\n${JSON.stringify(words)}\n${JSON.stringify(file)}\n${log}\n`;
}

async function attachmentOf(project: TestProject, issueId: string): Promise<string> {
  const answer = await project.get(`/issues/${issueId}/events/latest.json`);
  return ((await answer.json()) as { attachments: { id: string }[] }).attachments[0]!.id;
}

/** Uploads a source map by form with a token. Returns the upload's number. */
export async function uploadMap(
  spoor: Spoor,
  project: TestProject,
  files = [mapFile("a.js.map")],
): Promise<string> {
  const words = [
    "token",
    "create",
    "--user",
    owner.email,
    "--scopes",
    "release:write,project:read",
  ];
  const { token } = (await spoor.run(...words)) as { token: string };
  const body = new FormData();
  body.append("release", "web@1.2.3");
  for (const file of files) body.append("files", file);
  const headers = { authorization: `Bearer ${token}` };
  const url = `${spoor.url}/${project.slug}/settings/source-maps`;
  const answer = await fetch(url, { method: "POST", headers, body, redirect: "manual" });
  const made = /uploads\/(\d+)/.exec(answer.headers.get("location") ?? "")?.[1];
  if (made === undefined)
    throw new Error(`The upload was answered with ${answer.status}: ${await answer.text()}`);
  return made;
}

const mapFile = (name: string) =>
  new File(
    [JSON.stringify({ version: 3, sources: ["src/a.ts"], names: [], mappings: "AAAA" })],
    name,
  );
