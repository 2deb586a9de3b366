import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiCalls } from "#server/http/api/routes.ts";
import { dataRoutes, instanceRoutes } from "#server/http/data/routes.ts";
import type { Described } from "#server/http/openapi/operation.ts";
import {
  type ApiDocument,
  answerChecker,
  type AnswerChecker,
} from "#tests/harness/requests/answer-checker.ts";
import type { Named } from "#tests/harness/data/filled-project.ts";
import { fillProject } from "#tests/harness/data/filled-project.ts";
import { makeOwner, makeProject, owner, type TestProject } from "#tests/harness/project.ts";
import { readSession, recordedSessions, replay } from "#tests/harness/data/recorded.ts";
import { sendSessions } from "#tests/harness/data/releases.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn } from "#tests/harness/visitor.ts";

// Checks the document against its server: every operation reads data of real SDKs.

const run = promisify(execFile);
const program = fileURLToPath(new URL("../../clients/programs/releases.mjs", import.meta.url));

let spoor: Spoor;
let project: TestProject;
let named: Named;
let token: string;
let document: ApiDocument;
let checker: AnswerChecker;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  project = await makeProject(spoor, "shop");
  named = await fillProject(spoor, project);
  await sendSessions(spoor, project, [{ status: "ok", release: "shop@1.0", did: "ida" }]);
  for (const [release, fails] of [
    ["web@1.0.0", "1"],
    ["web@1.1.0", "30"],
  ] as const)
    await run(process.execPath, [program], {
      env: { DSN: project.dsn, RELEASE: release, FAILS: fails },
    });
  for (const name of recordedSessions.filter((session) => session.startsWith("sdk-")))
    for (const { request, body } of readSession(name))
      await (await replay(spoor, project, request, body)).text();
  const words = ["token", "create", "--user", owner.email, "--scopes", "org:admin"];
  ({ token } = (await spoor.run(...words)) as { token: string });
  document = (await (await fetch(`${spoor.url}/api/v1/openapi.json`)).json()) as ApiDocument;
  checker = answerChecker(document);
});
afterAll(() => spoor.remove());

const call = (path: string, init: RequestInit = {}) =>
  fetch(spoor.url + path, {
    ...init,
    headers: { authorization: `Bearer ${token}`, ...init.headers },
  });

const valueOf: { [parameter: string]: string } = {};
const address = (path: string, values: { [parameter: string]: string } = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const version = named["releases/*"];
    const value =
      values[name] ?? valueOf[name] ?? (name === "version" ? version : named[`:${name}`]);
    return encodeURIComponent(value ?? "spoor");
  });

test("the document is valid OpenAPI 3.1 and describes each route once", async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  const described = checker.operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  const routed = [
    ...[...instanceRoutes, ...dataRoutes].map(({ path }) => ({ method: "GET", path })),
    ...apiCalls,
  ].map(({ method, path }) => `${method} ${path.replace(/[:*](\w+)/g, "{$1}")}`);
  expect(described.toSorted()).toEqual(routed.toSorted());
  expect(new Set(checker.operations.map(({ operationId }) => operationId)).size).toBe(
    routed.length,
  );
});

describe("pages as JSON", () => {
  test.each([...instanceRoutes, ...dataRoutes])("$path answers as documented", async ({ path }) => {
    const template = path.replace(/[:*](\w+)/g, "{$1}");
    await checker.check("get", template, await call(address(template)));
  });

  test("SDK payloads match the description", async () => {
    const issues = await project.issues();
    expect(issues.length).toBeGreaterThan(recordedSessions.length > 0 ? 15 : 2);
    for (const { shortId: issue } of issues)
      for (const each of [
        "/{project}/issues/{issue}.json",
        "/{project}/issues/{issue}/events/{event}.json",
      ])
        await checker.check("get", each, await call(address(each, { issue, event: "latest" })));
    type Routes = { routes: { id: number }[] };
    for (const own of ["shop", "spoor"]) {
      const { routes } = (await (
        await call(`/${own}/routes.json?kind=server&kind=loader`)
      ).json()) as Routes;
      for (const { id } of routes)
        for (const part of ["", "/compare", "/findings"]) {
          const path = `/{project}/routes/{route}${part}.json`;
          await checker.check(
            "get",
            path,
            await call(address(path, { project: own, route: String(id) })),
          );
        }
      const { traces } = (await (await call(`/${own}/traces.json`)).json()) as {
        traces: { traceId: string }[];
      };
      const path = "/{project}/traces/{trace}.json";
      for (const { traceId: trace } of traces.slice(0, 20))
        await checker.check("get", path, await call(address(path, { project: own, trace })));
    }
  });

  test("releases and their changes match the description", async () => {
    const path = "/{project}/releases/{version}.json";
    const json = (await checker.check(
      "get",
      path,
      await call(address(path, { version: "web@1.1.0" })),
    )) as {
      routes: { failsMoreOften: object[] };
    };
    expect(json.routes.failsMoreOften).toHaveLength(1);
  });

  test.each([...instanceRoutes, ...dataRoutes])(
    "$path refuses an unknown parameter",
    async ({ path, says }) => {
      const template = path.replace(/[:*](\w+)/g, "{$1}");
      const answer = await call(`${address(template)}?q=cart`);
      expect(answer.status).toBe(400);
      const { detail, causes } = (await answer.json()) as { detail: string; causes: string[] };
      expect(causes).toEqual(["q"]);
      const taken = ((says as Described).query ?? []).map(({ name }) => name);
      expect(detail).toContain("Unknown parameter “q”.");
      expect(detail).toContain(
        taken.length === 0 ? "No parameters are supported." : `Supported: ${taken.join(", ")}.`,
      );
      expect(detail.includes("Did you mean “query”?")).toBe(taken.includes("query"));
    },
  );

  test("every parameter is accepted", async () => {
    for (const { method, path, parameters } of checker.operations.filter(
      ({ tags }) => tags[0] === "Data",
    )) {
      const query = new URLSearchParams();
      for (const { name, in: place, schema } of parameters)
        if (place === "query") query.set(name, exampleOf(name, schema));
      await checker.check(method, path, await call(`${address(path)}?${query}`));
    }
  });
});

/** A value that does not change the result. */
function exampleOf(name: string, schema: { enum?: string[]; items?: { enum?: string[] } }): string {
  const [first] = schema.enum ?? schema.items?.enum ?? [];
  return first ?? { since: "30d", until: new Date().toISOString(), limit: "10" }[name] ?? "";
}

describe("the management API", () => {
  const json = (body: object): RequestInit => ({
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
  const org = "/api/0/organizations/{org}";
  const ofProject = "/api/0/projects/{org}/{project}";
  const bytes = Buffer.from("a chunk");
  const digest = createHash("sha1").update(bytes).digest("hex");
  const facts = { ref: "abc", url: "https://ci.example/1", dateReleased: new Date().toISOString() };
  const commits = [{ id: "abc", message: "Fix the cart", author_name: "Ida" }];

  function chunkForm(): RequestInit {
    const body = new FormData();
    body.append("file", new Blob([bytes]), digest);
    return { body };
  }

  const calls: [method: string, path: string, status: number, init?: () => RequestInit][] = [
    ["get", "/api/0/", 200],
    ["get", "/api/0/organizations/", 200],
    ["get", "/api/0/projects/", 200],
    ["get", `${org}/`, 200],
    ["get", `${org}/projects/`, 200],
    ["get", `${org}/repos/`, 200],
    ["get", `${org}/chunk-upload/`, 200],
    ["post", `${org}/chunk-upload/`, 200, chunkForm],
    [
      "post",
      `${org}/artifactbundle/assemble/`,
      200,
      () => json({ checksum: digest, chunks: [digest], projects: ["shop"] }),
    ],
    [
      "post",
      `${org}/releases/`,
      201,
      () => json({ version: "web@2.0.0", projects: ["shop"], commits }),
    ],
    ["post", `${org}/releases/`, 208, () => json({ version: "web@2.0.0", projects: ["shop"] })],
    ["get", `${org}/releases/`, 200],
    ["put", `${org}/releases/{version}/`, 200, () => json(facts)],
    ["get", `${org}/releases/{version}/`, 200],
    ["post", `${org}/releases/{version}/deploys/`, 201, () => json({ environment: "production" })],
    ["get", `${org}/releases/{version}/deploys/`, 200],
    ["get", `${org}/releases/{version}/previous-with-commits/`, 200],
    ["get", `${ofProject}/releases/`, 200],
    ["post", `${ofProject}/releases/`, 208, () => json({ version: "web@2.0.0" })],
    ["get", `${ofProject}/releases/{version}/`, 200],
    ["put", `${ofProject}/releases/{version}/`, 200, () => json({ commits })],
  ];

  test("calls answer as documented", async () => {
    for (const [method, path, status, init] of calls) {
      const options = { ...init?.(), method: method.toUpperCase() };
      if (init && typeof options.body === "string")
        checker.checkBody(method, path, JSON.parse(options.body));
      const answer = await call(address(path, { version: "web@2.0.0" }), options);
      await checker.check(method, path, answer, status);
    }
  });
});

test("every refusal has the documented shape, and every operation was called", async () => {
  for (const { method, path } of checker.operations) {
    const answer = await fetch(spoor.url + address(path), { method: method.toUpperCase() });
    await checker.check(method, path, answer, 401);
  }
  expect(checker.operations.filter(({ called }) => !called).map(({ path }) => path)).toEqual([]);
});

test("an operation accepts its documented scopes only", async () => {
  const scopes = ["project:read", "project:write", "event:read", "event:write", "release:write"];
  for (const scope of scopes) {
    const made = (await spoor.run("token", "create", "--user", owner.email, "--scopes", scope)) as {
      token: string;
    };
    const headers = { authorization: `Bearer ${made.token}` };
    for (const { method, path, security } of checker.operations.filter(
      (each) => each.method === "get",
    )) {
      if (/^\/api\/0\/(?:organizations\/(?:\{org\}\/(?:repos\/)?)?|projects\/|)$/.test(path))
        continue;
      const { status } = await fetch(spoor.url + address(path), { method, headers });
      const isNamed = security.some((each) => each["token"]?.includes(scope));
      const isEmptyList =
        /\{org\}\/(projects|releases|releases\/\{version\}\/previous-with-commits)\/$/.test(path);
      if (!isEmptyList)
        expect([path, scope, status === 403], String(status)).toEqual([path, scope, !isNamed]);
    }
  }
});

test("is linked from the token page and needs no token", async () => {
  expect(document.servers).toEqual([{ url: spoor.url }]);
  const mira = await signIn(spoor.url, owner);
  expect((await mira.get("/account/tokens")).main).toContain(
    `href="${spoor.url}/api/v1/openapi.json"`,
  );
  const refused = await fetch(`${spoor.url}/api/v1/openapi.json`, { method: "POST" });
  expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});
