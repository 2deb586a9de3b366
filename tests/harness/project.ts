import { pause, type Spoor } from "./spoor.ts";

/** A project to send to, and access to its data over HTTP with a token. */
export type TestProject = {
  id: number;
  slug: string;
  dsn: string;
  publicKey: string;
  token: string;
  get(path: string): Promise<Response>;
  issues(query?: string): Promise<IssueJson[]>;
  /**
   * The issues once there are `count` of them with `events` events in total; rejects after twenty
   * seconds.
   */
  waitForIssues(count: number, events?: number): Promise<IssueJson[]>;
  latestEvent(issue: IssueJson): Promise<EventJson>;
};

export type IssueJson = {
  id: string;
  shortId: string;
  type: string;
  value: string;
  title: string;
  culprit: string;
  level: string;
  state: string;
  substate: string;
  count: number;
  userCount: number;
  unhandled: boolean;
  family: string | null;
  firstRelease: string | null;
};

export type EventJson = {
  eventId: string;
  receivedAt: string;
  timestamp: string;
  message: string | null;
  exceptions: {
    type: string | null;
    value: string | null;
    mechanism: { type?: string; handled?: boolean } | null;
    frames: {
      function: string | null;
      file: string | null;
      line: number | null;
      column: number | null;
      inApp: boolean;
      mapped: boolean;
      context: unknown;
      vars: unknown;
    }[];
  }[];
  breadcrumbs: { category?: string; message?: string; timestamp: string | null }[];
  request: { url?: string; headers: [string, string][] } | null;
  user: { id?: string; email?: string } | null;
  tags: Record<string, string>;
  contexts: Record<string, unknown>;
  release: string | null;
  environment: string | null;
  fingerprint: string[] | null;
  sdk: { name: string; version: string } | null;
  notes: { path: string; kind: string; detail: string }[];
  grouping: { algorithm: string; hash: string; basis: string };
  traceId: string | null;
  spanId: string | null;
  traceSpanCount: number;
  raw: Record<string, unknown>;
};

export const owner = { email: "mira@example.com", password: "correct horse battery" };

export async function makeOwner(spoor: Spoor): Promise<void> {
  await spoor.run(
    "user",
    "create",
    "--owner",
    "--email",
    owner.email,
    "--password",
    owner.password,
  );
}

/** Creates the project and a token of the existing owner. */
export async function makeProject(spoor: Spoor, slug: string): Promise<TestProject> {
  const made = await spoor.run(
    "project",
    "create",
    "--name",
    slug,
    "--slug",
    slug,
    "--platform",
    "node",
  );
  const scopes = "project:read,event:read,event:write";
  const { token } = (await spoor.run(
    "token",
    "create",
    "--user",
    owner.email,
    "--scopes",
    scopes,
  )) as {
    token: string;
  };
  const { id, publicKey } = made as { id: number; publicKey: string };
  const dsn = `${spoor.url.replace("://", `://${publicKey}@`)}/${id}`;
  return { id, slug, dsn, publicKey, token, ...reading(spoor, slug, token) };
}

/** The same project on another server with its data: another URL, the same token. */
export function projectOn(spoor: Spoor, project: TestProject): TestProject {
  const dsn = `${spoor.url.replace("://", `://${project.publicKey}@`)}/${project.id}`;
  return { ...project, dsn, ...reading(spoor, project.slug, project.token) };
}

function reading(
  spoor: Spoor,
  slug: string,
  token: string,
): Pick<TestProject, "get" | "issues" | "waitForIssues" | "latestEvent"> {
  const get = (path: string) =>
    fetch(`${spoor.url}/${slug}${path}`, { headers: { authorization: `Bearer ${token}` } });
  async function issues(query = ""): Promise<IssueJson[]> {
    const answer = await get(`/issues.json?${new URLSearchParams({ query, limit: "200" })}`);
    if (answer.status !== 200)
      throw new Error(`issues.json answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { issues: IssueJson[] }).issues;
  }
  async function waitForIssues(count: number, events = count): Promise<IssueJson[]> {
    let found: IssueJson[] = [];
    for (const deadline = Date.now() + 20_000; Date.now() < deadline; await pause(100)) {
      found = await issues();
      if (found.length === count && found.reduce((sum, issue) => sum + issue.count, 0) === events)
        return found;
    }
    const seen = found.map((issue) => `${issue.count} × ${issue.title}`).join("\n");
    throw new Error(
      `Expected ${count} issues with ${events} events, found ${found.length}:\n${seen}`,
    );
  }
  async function latestEvent({ id }: IssueJson): Promise<EventJson> {
    return (await (await get(`/issues/${id}/events/latest.json`)).json()) as EventJson;
  }
  return { get, issues, waitForIssues, latestEvent };
}

/** Posts a body to the project's envelope endpoint as an SDK would. */
export function sendEnvelope(
  spoor: Spoor,
  project: TestProject,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<Response> {
  const url = `${spoor.url}/api/${project.id}/envelope/?sentry_version=7&sentry_key=${project.publicKey}`;
  return fetch(url, { method: "POST", body: body as BodyInit, headers });
}

/** An envelope with one event item. */
export function envelopeOf(event: { event_id: string } & Record<string, unknown>): string {
  return `${JSON.stringify({ event_id: event.event_id })}\n{"type":"event"}\n${JSON.stringify(event)}\n`;
}
