import { capitalized } from "#server/domain/capitalized.ts";
import type { ProjectAct } from "#server/domain/people/permission.ts";
import { scopesOf } from "#server/domain/people/permission.ts";
import { statusOf } from "#server/domain/problem-status.ts";
import type { ProblemCode } from "#server/domain/problem.ts";
import { apiCalls } from "#server/http/api/routes.ts";
import { dataRoutes, instanceRoutes } from "#server/http/data/routes.ts";
import { apiSchemas } from "./api-operations.ts";
import { eventSchemas } from "./event-schemas.ts";
import { issueSchemas } from "./issue-schemas.ts";
import { type Described, isByStatus } from "./operation.ts";
import { releaseSchemas } from "./release-schemas.ts";
import { routeSchemas } from "./route-schemas.ts";
import { listOf, object, oneOf, ref, type Schema, text } from "./schema.ts";
import { traceSchemas } from "./trace-schemas.ts";
import { watchSchemas } from "./watch-schemas.ts";

type OpenApi = {
  openapi: string;
  paths: { [path: string]: { [method: string]: object } };
} & Schema;

const problem = object({
  detail: text("What happened, why, and what to do."),
  code: oneOf([
    "malformed",
    "unauthenticated",
    "forbidden",
    "not-found",
    "wrong-method",
    "conflict",
    "too-large",
    "unsupported",
    "invalid",
    "limited",
    "unavailable",
    "internal",
  ]),
  causes: listOf(text(), "Causes, most specific last."),
});

const schemas = {
  ...issueSchemas,
  ...eventSchemas,
  ...traceSchemas,
  ...routeSchemas,
  ...releaseSchemas,
  ...watchSchemas,
  ...apiSchemas,
  Problem: problem,
};

/**
 * The data forms and the management API, generated from the routing tables. `url`: address of this
 * instance.
 */
export function openApiDocument(url: string): OpenApi {
  const paths: OpenApi["paths"] = {};
  for (const { path, method, operation } of operations())
    paths[path] = { ...paths[path], [method]: operation };
  return {
    openapi: "3.1.0",
    info: {
      title: "Spoor",
      version: "1",
      description:
        "Data of all pages, and the endpoints that build tools use. Times are ISO 8601 in UTC. Create a token under Account › API tokens.",
    },
    servers: [{ url }],
    tags: [{ name: "Data" }, { name: "Management" }],
    paths,
    components: { schemas, securitySchemes },
  };
}

const securitySchemes = {
  token: {
    type: "http",
    scheme: "bearer",
    description: "An API token with one of the listed scopes.",
  },
  session: { type: "apiKey", in: "cookie", name: "spoor_session" },
};

function operations(): { path: string; method: string; operation: object }[] {
  const data = [...instanceRoutes, ...dataRoutes].map(({ path, act, says, ...route }) => {
    const contentType = "form" in route ? "text/markdown" : "application/json";
    return operationOf("get", path, act, "form" in route ? asMarkdown(says) : says, {
      tag: "Data",
      contentType,
    });
  });
  const calls = apiCalls.map(({ path, method, act, says }) =>
    operationOf(method.toLowerCase(), path, act, says, {
      tag: "Management",
      contentType: "application/json",
    }),
  );
  return [...data, ...calls];
}

const asMarkdown = (says: Described): Described => ({
  ...says,
  summary: `${says.summary} as Markdown`,
  answer: text(),
});

type Kind = { tag: string; contentType: string };

function operationOf(
  method: string,
  route: string,
  act: ProjectAct,
  says: Described,
  { tag, contentType }: Kind,
) {
  const path = route.replace(/[:*](\w+)/g, "{$1}");
  const { summary, description, query = [], body, answer } = says;
  const answers = isByStatus(answer) ? answer : { 200: answer };
  const accepted = scopesOf(act);
  return {
    path,
    method,
    operation: {
      tags: [tag],
      operationId: operationIdOf(method, path),
      summary,
      ...(description !== undefined && { description }),
      parameters: [...pathParameters(path), ...query.map(queryParameter)],
      ...(body && {
        requestBody: { required: true, content: { [body.contentType]: { schema: body.schema } } },
      }),
      responses: {
        ...mapValues(answers, (schema) => ({
          description: "Success",
          content: { [contentType]: { schema } },
        })),
        ...mapValues(refusals(body ? "The body is invalid" : wrongParameter[tag]), (what) =>
          problemAnswer(what),
        ),
        default: problemAnswer("Any other error"),
      },
      security: [...accepted.map((scope) => ({ token: [scope] })), { session: [] }],
    },
  };
}

/**
 * `getProjectIssuesIssueJson`: from method and path, so that it is stable when descriptions change.
 */
const operationIdOf = (method: string, path: string): string =>
  method + (path.match(/\w+/g) ?? []).map(capitalized).join("");

const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: text(),
    description: pathWords[name!] ?? "",
  }));

const pathWords: { [name: string]: string } = {
  project: "Project slug.",
  issue: "Issue ID or short ID.",
  org: "Always spoor: an instance is one organization.",
  event: "Event ID, latest, oldest, or recommended.",
  route: "Route ID, or URL-encoded route pattern.",
  version: "URL-encoded release version.",
  trace: "Trace ID.",
  monitor: "Monitor slug.",
  rule: "Alert rule ID.",
};

const queryParameter = ({
  name,
  description,
  schema,
  isRepeatable,
}: NonNullable<Described["query"]>[number]) => ({
  name,
  in: "query",
  description,
  ...(isRepeatable ? { schema: listOf(schema), style: "form", explode: true } : { schema }),
});

const problemAnswer = (description: string) => ({
  description,
  content: { "application/json": { schema: ref("Problem") } },
});

/** Data forms reject parameters that they would have to ignore. */
const wrongParameter: { [tag: string]: string } = { Data: "A parameter is unknown or invalid" };

function refusals(malformed: string | undefined): { [status: string]: string } {
  const codes: [ProblemCode, string][] = [
    ["unauthenticated", "No valid token or session"],
    ["forbidden", "The token lacks a scope, or the user lacks a role"],
    ["not-found", "Not found, or not accessible"],
    ...(malformed === undefined ? [] : ([["malformed", malformed]] as [ProblemCode, string][])),
  ];
  return Object.fromEntries(codes.map(([code, what]) => [statusOf({ problem: code }), what]));
}

const mapValues = <Value, Result>(
  values: { [key: string]: Value },
  map: (value: Value) => Result,
) => Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));
