import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "vitest";

type Schema = { [keyword: string]: unknown };
type Media = { schema: Schema };
type Parameter = {
  name: string;
  in: string;
  schema: { enum?: string[]; items?: { enum?: string[] } };
};

type Operation = {
  operationId: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: { content: { [type: string]: Media } };
  responses: { [status: string]: { content: { [type: string]: Media } } };
  security: { [scheme: string]: string[] }[];
};

export type ApiDocument = {
  servers: { url: string }[];
  paths: { [path: string]: { [method: string]: Operation } };
  components: { schemas: { [name: string]: Schema } };
};

export type AnswerChecker = ReturnType<typeof answerChecker>;

/** Checks responses against an OpenAPI document like a client that trusts it. */
export function answerChecker(document: ApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema({ $id: "/document", components: closed(document.components) as Schema });
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method,
      called: false,
    })),
  );
  const find = (method: string, path: string) =>
    operations.find((each) => each.method === method && each.path === path)!;

  function expectFits(schema: Schema, value: unknown, what: string): void {
    const validate = ajv.compile(absolute(closed(schema)) as Schema);
    const wrong = validate(value) ? [] : validate.errors!;
    const said = wrong.map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
    expect(said, `${what}, as server/http/openapi describes it`).toEqual([]);
  }

  return {
    operations,
    /** Returns the response's content. */
    async check(method: string, path: string, answer: Response, status = 200): Promise<unknown> {
      const operation = find(method, path);
      operation.called ||= status < 300;
      const text = await answer.text();
      expect([path, answer.status], text.slice(0, 300)).toEqual([path, status]);
      const { content } = operation.responses[String(status)]!;
      const type = answer.headers.get("content-type")!.split(";")[0]!;
      expect(Object.keys(content), path).toEqual([type]);
      const value: unknown = type === "application/json" ? JSON.parse(text) : text;
      expectFits(content[type]!.schema, value, `${method} ${path}`);
      return value;
    },
    checkBody(method: string, path: string, body: unknown): void {
      expectFits(
        find(method, path).requestBody!.content["application/json"]!.schema,
        body,
        `body of ${path}`,
      );
    },
  };
}

/** Forbids undocumented fields, although clients must accept new ones. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== "object" || value === null) return value;
  const mapped = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, closed(each)]),
  );
  const isOpen = !("properties" in value) || "additionalProperties" in value;
  return isOpen ? mapped : { ...mapped, additionalProperties: false };
}

/** Makes references absolute within the document. */
function absolute(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(absolute);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === "$ref" && typeof each === "string" ? `/document${each}` : absolute(each),
    ]),
  );
}
