import { parseTraceId } from "#server/domain/ids.ts";
import { may, type ProjectAct } from "#server/domain/people/permission.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import { searchProblem } from "#server/domain/search/check-search.ts";
import { type Address, type AskedProject, projectFor } from "#server/http/data/asked.ts";
import { paramsOf } from "#server/http/data/search-params.ts";
import { type MarkdownForm, markdownForms } from "#server/http/markdown/forms.ts";
import { code, linkTo, list, paragraphs, words } from "#server/http/markdown/written.ts";
import { issueSorts } from "#server/storage/issues/issue-store.ts";
import { addressOf, issue, paging, project, scope, text } from "./arguments.ts";
import type { Arguments, AskedByTool, Tool, Written } from "./tool.ts";

const readOnly = { readOnly: true } as const;

export const readTools: readonly Tool[] = [
  {
    name: "list_projects",
    title: "Projects",
    properties: {},
    required: [],
    ...readOnly,
    run: listProjects,
    description: "Your projects with their slugs, which all other tools need.",
  },
  {
    name: "search_issues",
    title: "Search issues",
    required: ["project"],
    ...readOnly,
    description:
      "Issues, by issue search: is:unresolved is:unhandled level:error environment:production release:latest " +
      'assigned:me tag:value route:/checkout times-seen:>100 users:>10 first-seen:-7d "free text"; - or ! before a term excludes it.',
    properties: {
      project,
      query: text("The search; empty for all.", 1000),
      ...scope,
      ...paging,
      sort: { type: "string", description: "Sort order.", enum: [...issueSorts] },
    },
    run: (asked, args) => page(asked, args, "issue:read", markdownForms.issues, addressOf(args)),
  },
  {
    name: "get_issue",
    title: "An issue",
    properties: { project, issue },
    required: ["project", "issue"],
    ...readOnly,
    description:
      "An issue with its recommended event: stack with source, breadcrumbs, tags, comments.",
    run: (asked, args) =>
      page(asked, args, "issue:read", markdownForms.issue, addressOf(args, "issue")),
  },
  {
    name: "get_event",
    title: "An event",
    required: ["project", "issue"],
    ...readOnly,
    description: "One event of an issue: its exceptions, stacks, breadcrumbs, request and tags.",
    properties: {
      project,
      issue,
      event: text("Its ID, or latest, oldest, or recommended (the default).", 40),
    },
    run: (asked, args) => {
      const address = addressOf(
        { ...args, event: args["event"] ?? "recommended" },
        "issue",
        "event",
      );
      return page(asked, args, "issue:read", markdownForms.event, address);
    },
  },
  {
    name: "search_traces",
    title: "Search traces",
    required: ["project"],
    ...readOnly,
    description:
      "Traces, newest first, by service:web name:… route:/cart status:error duration:>500ms or any attribute, key:value.",
    properties: { project, query: text("The search; empty for all.", 1000), ...scope, ...paging },
    run: (asked, args) => page(asked, args, "project:read", markdownForms.traces, addressOf(args)),
  },
  {
    name: "get_trace",
    title: "A trace",
    required: ["project", "trace"],
    ...readOnly,
    description: "A trace: summary, route tree, spans with the critical path, issues.",
    properties: { project, trace: text("The trace ID, 32 hexadecimal digits.", 40) },
    run: getTrace,
  },
  {
    name: "list_routes",
    title: "Routes",
    required: ["project"],
    ...readOnly,
    description:
      "The application's routes with throughput, failures, and percentiles. Defaults to the last 24 hours.",
    properties: {
      project,
      query: text("Part of the route pattern."),
      ...scope,
      sort: text("A column of the list, like p95; -p95 reverses the order.", 30),
    },
    run: (asked, args) => page(asked, args, "project:read", markdownForms.routes, addressOf(args)),
  },
  {
    name: "get_route",
    title: "A route",
    required: ["project", "route"],
    ...readOnly,
    description: "One route: metrics, summary, time breakdown, sample traces, issues.",
    properties: {
      project,
      route: text("Its pattern, like /products/:id, or its number in list_routes.", 500),
      ...scope,
    },
    run: (asked, args) =>
      page(asked, args, "project:read", markdownForms.route, addressOf(args, "route")),
  },
];

/** Uses the page's reader and writer: same content, same permissions. */
async function page(
  asked: AskedByTool,
  args: Arguments,
  act: ProjectAct,
  form: MarkdownForm,
  address: Address,
): Promise<Written | Problem> {
  const inProject = await projectFor(asked, String(args["project"]), act);
  return isProblem(inProject) ? inProject : written(asked, inProject, form, address);
}

async function written(
  { url }: AskedByTool,
  inProject: AskedProject,
  form: MarkdownForm,
  address: Address,
): Promise<Written | Problem> {
  const wrong = searchProblem(paramsOf(address), inProject.services.now());
  const content = wrong ?? (await form.read(inProject, address));
  if (isProblem(content)) return content;
  return {
    text: form.write(content, { url, project: inProject.project.slug }),
    content: withoutRaw(content),
  };
}

/** The raw payload adds length but nothing useful beyond the parsed content. */
function withoutRaw(content: object): object {
  const { raw: _, ...rest } = content as { raw?: unknown; event?: object | null };
  return rest.event ? { ...rest, event: withoutRaw(rest.event) } : rest;
}

/** Pages of larger traces run in another thread. Here, one assistant would block all requests. */
const mostSpans = 5_000;

async function getTrace(asked: AskedByTool, args: Arguments): Promise<Written | Problem> {
  const inProject = await projectFor(asked, String(args["project"]), "project:read");
  if (isProblem(inProject)) return inProject;
  const { services, project: of } = inProject;
  const traceId = parseTraceId(args["trace"]);
  const spans = traceId ? await services.store.traces.spanCount(of.id, traceId) : 0;
  if (spans > mostSpans) {
    const where = `${asked.url}/${of.slug}/traces/${traceId}.md`;
    return {
      problem: "too-large",
      detail: `This trace has ${spans} spans, too many for this tool. Read ${where} instead.`,
    };
  }
  return written(asked, inProject, markdownForms.trace, addressOf(args, "trace"));
}

async function listProjects({ services, viewer, url }: AskedByTool): Promise<Written> {
  const projects = (await services.store.projects.list()).filter(({ id }) =>
    may(viewer, "project:read", id),
  );
  const content = {
    projects: projects.map(({ slug, name, platform }) => ({ slug, name, platform })),
  };
  const lines = list(
    content.projects,
    500,
    ({ slug, name }) => `${code(slug)} ${words(name)} ${linkTo({ url }, `/${slug}`)}`,
  );
  return {
    text: paragraphs("# Projects", lines || "You are not a member of any project."),
    content,
  };
}
