import type { Viewer } from "#server/domain/people/person.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import { cut } from "#server/http/markdown/written.ts";
import type { Services } from "#server/services.ts";

/**
 * What an assistant can do here. Who may is asked by each tool, of the project that it is about.
 */
export type Tool = {
  name: string;
  title: string;
  description: string;
  /** JSON Schema of its arguments, which are checked against it before `run` sees them. */
  properties: { [name: string]: Property };
  required: string[];
  /** False: it changes something. */
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
/** `url`: this instance's own, for links. */
export type AskedByTool = { services: Services; viewer: Viewer; url: string };
/** The page as Markdown, and the same as data. */
export type Written = { text: string; content: object };

/** What the protocol calls a result. */
type ToolResult = {
  content: { type: "text"; text: string }[];
  structuredContent?: { [name: string]: unknown };
  isError?: true;
};

/** Characters: what assistants have room for. Data that is longer is left out, text is cut. */
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
