import type { Schema } from "./schema.ts";

/** What the document says of a row of the routing tables, beside what the row itself does. */
export type Described = {
  /** Verb and object, sentence case, no period. */
  summary: string;
  description?: string;
  query?: readonly QueryParameter[];
  /** What its path parameters are, where their name does not tell. */
  body?: Body;
  /** Of the answer 200, or of the statuses named. */
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
