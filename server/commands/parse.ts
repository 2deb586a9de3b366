import * as v from "valibot";
import type { Problem } from "#server/domain/problem.ts";

/** Parses the fields with the schema, or returns problem "invalid" with each wrong field. */
export function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> | Problem {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const causes = result.issues.map((issue) => `${v.getDotPath(issue) ?? "form"}: ${issue.message}`);
  return { problem: "invalid", detail: causes[0]!, causes };
}
