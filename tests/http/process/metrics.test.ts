import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { slowdown } from "#tests/harness/faults/slowdown.ts";
import { type Family, parsePrometheus } from "#tests/harness/requests/prometheus-text.ts";
import { startPostgres, type TestPostgres } from "#tests/harness/servers/postgres.ts";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  owner,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { runCli, type Spoor, environmentOf, startSpoor } from "#tests/harness/spoor.ts";
import { rawRequest } from "#tests/harness/requests/raw-request.ts";
import { signIn } from "#tests/harness/visitor.ts";

// Access to /metrics, its content, and its Prometheus format.

const token = "a-token-of-thirty-two-characters";

describe("access to /metrics", () => {
  let spoor: Spoor;
  afterEach(() => spoor.remove());
  const start = async (environment: Record<string, string>) => {
    spoor = await startSpoor({ environment: { OTEL_SDK_DISABLED: "true", ...environment } });
    await makeOwner(spoor);
  };
  const statusOf = async (headers: Record<string, string> = {}) =>
    (
      await rawRequest(spoor.url, {
        target: `${new URL(spoor.url).pathname.replace(/\/$/, "")}/metrics`,
        headers,
      })
    ).status;

  test("is open to the loopback interface without a token", async () => {
    await start({});
    expect(await statusOf()).toBe(200);
    expect(await statusOf({ Host: "localhost:3000" })).toBe(200);
  });

  test.each<Record<string, string>>([
    { "X-Forwarded-For": "203.0.113.9" },
    { Forwarded: "for=203.0.113.9" },
    { Host: "spoor.example" },
    { Authorization: `Bearer ${token}`, "X-Forwarded-For": "203.0.113.9" },
  ])("is refused to proxied requests on this machine: %j", async (headers) => {
    await start({});
    const answer = await rawRequest(spoor.url, { target: "/metrics", headers });
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.body)).toMatchObject({ code: "unauthenticated", causes: [] });
    expect(answer.body).not.toContain("spoor_queue");
  });

  test.each<Record<string, string>>([
    { SPOOR_TRUST_PROXY: "loopback" },
    { SPOOR_URL: "https://spoor.example" },
  ])("is refused to the loopback interface when a proxy is configured: %j", async (environment) => {
    await start(environment);
    expect(await statusOf()).toBe(401);
    const session = await signIn(spoor.url, owner);
    expect((await session.get("/metrics")).status).toBe(200);
  });

  test("is open to the right token through a proxy", async () => {
    await start({ SPOOR_TRUST_PROXY: "loopback", SPOOR_METRICS_TOKEN: token });
    const forwarded = { "X-Forwarded-For": "203.0.113.9" };
    expect(await statusOf({ ...forwarded, Authorization: `Bearer ${token}` })).toBe(200);
    expect(await statusOf({ ...forwarded, Authorization: `Bearer ${token.slice(0, -1)}` })).toBe(
      401,
    );
    expect(await statusOf({ ...forwarded, Authorization: `Bearer ${token}x` })).toBe(401);
    expect(await statusOf(forwarded)).toBe(401);
  });

  test("is open to owners with a session only", async () => {
    await start({ SPOOR_TRUST_PROXY: "loopback" });
    const member = { email: "member@example.com", password: owner.password };
    await spoor.run("user", "create", "--email", member.email, "--password", member.password);
    expect((await (await signIn(spoor.url, owner)).get("/metrics")).status).toBe(200);
    expect((await (await signIn(spoor.url, member)).get("/metrics")).status).toBe(401);
  });
});

test("needs a strong token for the server to start", async () => {
  for (const wrong of ["short", "with a space in the middle"]) {
    const starting = startSpoor({ environment: { SPOOR_METRICS_TOKEN: wrong } });
    await expect(starting).rejects.toThrow(/SPOOR_METRICS_TOKEN is too short/);
  }
});

describe.each(["SQLite", "PostgreSQL"])("metrics with %s", (engine) => {
  let postgres: TestPostgres | undefined;
  let spoor: Spoor;
  let project: TestProject;
  beforeAll(async () => {
    postgres = engine === "PostgreSQL" ? await startPostgres() : undefined;
    const environment = postgres ? { DATABASE_URL: await postgres.create() } : {};
    spoor = await startSpoor({
      environment: { OTEL_SDK_DISABLED: "true", ...(environment as Record<string, string>) },
    });
    await makeOwner(spoor);
    project = await makeProject(spoor, "measured");
  }, 60_000);
  afterAll(async () => {
    await spoor.remove();
    await postgres?.stop();
  });

  const scrape = async () => {
    const answer = await fetch(`${spoor.url}/metrics`);
    expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    return parsePrometheus(await answer.text());
  };
  const value = (families: Map<string, Family>, series: string) =>
    families.get(series.replace(/(?:_bucket|_sum|_count)?(?:\{.*)?$/, ""))?.series.get(series);

  test("have the format, names, and types in the README", async () => {
    const families = await scrape();
    expect(families.get("spoor_trouble")!.series.get("spoor_trouble")).toBe(0);
    expect(value(families, 'spoor_trouble{kind="storing-failed"}')).toBe(0);
    expect(value(families, "spoor_disk_free_bytes")).toBeGreaterThan(0);
    expect(value(families, "spoor_database_bytes")).toBeGreaterThan(0);
    expect(families.get("spoor_http_request_duration_seconds")!.type).toBe("histogram");
    expect(
      value(families, 'spoor_event_loop_delay_seconds{quantile="0.99"}'),
    ).toBeGreaterThanOrEqual(0);
    expect(families.has("spoor_backup_age_seconds")).toBe(false);
    const pool = families.get("spoor_postgres_connections");
    if (engine === "SQLite") return expect(pool).toBeUndefined();
    expect(
      value(families, 'spoor_postgres_connections{thread="pages",state="idle"}'),
    ).toBeGreaterThan(0);
    await expect
      .poll(async () =>
        value(await scrape(), 'spoor_postgres_connections{thread="worker",state="in_use"}'),
      )
      .toBeGreaterThanOrEqual(0);
    expect(value(families, 'spoor_postgres_waiting{thread="pages"}')).toBe(0);
  });

  test("count stored events, duplicates, and refusals monotonically", async () => {
    const before = await scrape();
    const event = envelopeOf({ event_id: "b".repeat(32), message: "counted once" });
    await sendEnvelope(spoor, project, event);
    await project.waitForIssues(1);
    await sendEnvelope(spoor, project, event);
    await sendEnvelope(spoor, project, "no envelope");
    await expect.poll(async () => value(await scrape(), "spoor_events_stored_total")).toBe(1);
    const dropped = async (reason: string) =>
      value(await scrape(), `spoor_items_dropped_total{reason="${reason}"}`);
    await expect.poll(() => dropped("duplicate")).toBe(1);
    await expect.poll(() => dropped("invalid")).toBe(1);
    const after = await scrape();
    for (const [name, { type, series }] of before)
      for (const [text, counted] of type === "gauge" ? [] : series)
        expect([text, after.get(name)!.series.get(text)! >= counted]).toEqual([text, true]);
  });

  test("count requests by route and never by address", async () => {
    const door = (name: string) => `spoor_http_request_duration_seconds_count{door="${name}"}`;
    const count = async (name: string) => value(await scrape(), door(name)) ?? 0;
    const before = {
      page: await count("page"),
      data: await count("data"),
      ingest: await count("ingest"),
    };
    await fetch(`${spoor.url}/login`);
    await fetch(`${spoor.url}/reset/a-secret-of-somebody`);
    await project.get("/issues.json");
    await sendEnvelope(spoor, project, "{}\n");
    expect(await count("page")).toBe(before.page + 2);
    expect(await count("data")).toBe(before.data + 1);
    expect(await count("ingest")).toBe(before.ingest + 1);
    expect(await (await fetch(`${spoor.url}/metrics`)).text()).not.toMatch(
      /secret|measured|issues/,
    );
  });
});

test("include the age of the last backup once one exists", async () => {
  const spoor = await startSpoor({ environment: { OTEL_SDK_DISABLED: "true" } });
  try {
    await runCli(
      ["backup", `${spoor.dataFolder}/../${spoor.pid}.spoor`],
      environmentOf(spoor.dataFolder),
    );
    const families = parsePrometheus(await (await fetch(`${spoor.url}/metrics`)).text());
    const age = families.get("spoor_backup_age_seconds")!.series.get("spoor_backup_age_seconds")!;
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThan(60);
  } finally {
    await spoor.remove();
  }
});

test("answer within seconds during a database outage", { timeout: 60_000 }, async () => {
  const postgres = await startPostgres();
  const spoor = await startSpoor({ environment: { DATABASE_URL: await postgres.create() } });
  try {
    await postgres.stop();
    const startedAt = performance.now();
    const answer = await fetch(`${spoor.url}/metrics`);
    const families = parsePrometheus(await answer.text());
    expect((performance.now() - startedAt) / slowdown()).toBeLessThan(3_000);
    expect([answer.status, families.has("spoor_database_bytes")]).toEqual([200, false]);
    expect(families.get("spoor_disk_free_bytes")!.series.size).toBe(1);
  } finally {
    await spoor.remove();
  }
});
