import type { Schema } from "./schema.ts";

/** The documentation of a routing-table row. */
export type Described = {
  /** Verb and object, sentence case, no period. */
  summary: string;
  description?: string;
  query?: readonly QueryParameter[];
  /** Descriptions of path parameters with unclear names. */
  body?: Body;
  /** Of the response 200, or of the named statuses. */
  answer: Schema | { [status: `2${number}`]: Schema };
};

export type QueryParameter = {
  name: string;
  description: string;
  schema: Schema;
  isRepeatable?: true;
};

type Body = { contentType: "application/json" | "multipart/form-data"; schema: Schema };

export const isByStatus = (
  answer: Described["answer"],
): answer is { [status: `2${number}`]: Schema } =>
  Object.keys(answer).length > 0 && Object.keys(answer).every((key) => /^2\d\d$/.test(key));
