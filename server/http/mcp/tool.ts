import type { Viewer } from "#server/domain/people/person.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import { cut } from "#server/http/markdown/written.ts";
import type { Services } from "#server/services.ts";

/** A tool for assistants. Each tool checks permissions for its project. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  /** JSON Schema of the arguments. They are validated before `run`. */
  properties: { [name: string]: Property };
  required: string[];
  /** False: it changes data. */
  readOnly: boolean;
  run: (asked: AskedByTool, args: Arguments) => Promise<Written | Problem>;
};

export type Property = {
  type: "string" | "integer" | "boolean";
  description: string;
  enum?: string[];
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};

export type Arguments = { readonly [name: string]: string | number | boolean | undefined };
/** `url`: this instance's URL, for links. */
export type AskedByTool = { services: Services; viewer: Viewer; url: string };
/** The page as Markdown and as data. */
export type Written = { text: string; content: object };

/** The protocol's result format. */
type ToolResult = {
  content: { type: "text"; text: string }[];
  structuredContent?: { [name: string]: unknown };
  isError?: true;
};

/** In characters, sized for assistants. Longer data is left out, longer text is truncated. */
const most = { text: 60_000, content: 60_000 };

export function resultOf(outcome: Written | Problem): ToolResult {
  if (isProblem(outcome))
    return { content: [{ type: "text", text: sentences(outcome) }], isError: true };
  const { text, content } = outcome;
  const isShort = JSON.stringify(content).length <= most.content;
  const short: ToolResult = { content: [{ type: "text", text: cut(text, most.text) }] };
  return isShort ? { ...short, structuredContent: { ...content } } : short;
}

const sentences = ({ detail, causes = [] }: Problem): string => [detail, ...causes].join("\n");
