import { Fragment } from "react";
import { href, Link, redirect } from "react-router";
import { projectContext } from "#app/context.ts";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";
import { requireViewer } from "#app/guard.ts";
import { Find } from "#app/ui/find.tsx";
import { MisreadQuery, misreadOf, SearchTraces } from "#app/ui/form/misread.tsx";
import { Table } from "#app/ui/table.tsx";
import { SearchHints } from "#app/ui/search-hints.tsx";
import type { SearchHint } from "#server/domain/search/value-hints.ts";
import type { Route } from "./+types/page.ts";
import { HitList } from "./hit-list.tsx";
import { longestText } from "./hit-words.ts";
import { type NamedPage, pagesNamed } from "./pages-named.ts";
import { pathOf } from "./path-of.ts";
import type { Hit } from "#server/read/search/jump.ts";

/** Redirects to an exact match, otherwise lists the results. */
export async function loader(args: Route.LoaderArgs) {
  const { services, viewer } = requireViewer(args);
  const text = (args.url.searchParams.get("q") ?? "").slice(0, longestText).trim();
  const project = args.context.get(projectContext);
  const found = await services.jump(viewer, text, project?.id);
  const [only, ...others] = found.exact;
  if (only && others.length === 0) throw redirect(pathOf(only), 302);
  return {
    text,
    pages: pagesNamed(text, viewer, project),
    ...found,
    misread: found.misread && misreadOf(found.misread),
  };
}

export default function Search({ loaderData, params }: Route.ComponentProps) {
  const { text, pages, exact, alike, more, traces, misread, hints, cutShort } = loaderData;
  const title = text === "" ? "Search" : `${text} · Search`;
  const isEmpty = pages.length + exact.length + alike.length === 0;
  return (
    <>
      {"project" in params ? (
        <ProjectTitle>{title}</ProjectTitle>
      ) : (
        <title>{`${title} · Spoor`}</title>
      )}
      <h1>Search</h1>
      <div className="row list-head">
        <Find
          {...{ of: "Everything", label: "Search all projects", query: text, field: "q" }}
          placeholder="Search or jump to…"
        />
      </div>
      {misread && exact.length === 0 && <MisreadQuery query={text} misread={misread} field="q" />}
      {exact.length === 0 &&
        traces.map(({ project: { slug, name }, query }) => (
          <p key={slug}>
            <SearchTraces project={slug} query={query} name={name} />
          </p>
        ))}
      {pages.length > 0 && <PageList pages={pages} />}
      {exact.length > 0 && <HitList title="Exact matches" hits={exact} />}
      {kindsOf(alike).map(([kind, hits]) => (
        <Fragment key={kind}>
          <HitList title={titles[kind]} hits={hits} />
          {kind === "issue" &&
            more.map((project) => <MoreIssues key={project.slug} {...{ project, text }} />)}
        </Fragment>
      ))}
      {text === "" ? <WhatToType /> : isEmpty && <NothingFound text={text} hints={hints} />}
      {cutShort && (
        <p className="meta">{`Searched ${cutShort.looked} of ${cutShort.of} projects before timing out. Search within a project for more.`}</p>
      )}
    </>
  );
}

function PageList({ pages }: { pages: NamedPage[] }) {
  return (
    <section className="part">
      <h2>Pages</h2>
      <Table
        caption="Pages"
        rows={pages}
        keyOf={({ path }) => path}
        columns={[
          {
            head: "Result",
            className: "main",
            cell: ({ path, name, of }) => (
              <>
                <Link to={path}>{name}</Link> <span className="value">{of}</span>
              </>
            ),
          },
          { head: "Type", className: "soft", cell: () => "page" },
        ]}
      />
    </section>
  );
}

const titles: { [kind in Hit["kind"]]: string } = {
  project: "Projects",
  issue: "Issues",
  event: "Events",
  trace: "Traces",
  span: "Spans",
  route: "Routes",
  release: "Releases",
  monitor: "Monitors",
  rule: "Alert rules",
};

function kindsOf(hits: Hit[]): [Hit["kind"], Hit[]][] {
  return [...Map.groupBy(hits, ({ kind }) => kind)];
}

/** More than are listed; how many is not counted. */
function MoreIssues({ project: { slug, name }, text }: { project: Hit["project"]; text: string }) {
  const search = new URLSearchParams({ query: text }).toString();
  return (
    <p>
      <Link to={{ pathname: href("/:project/issues", { project: slug }), search }}>
        All issues in {name} for <code>{text}</code>
      </Link>
    </p>
  );
}

function WhatToType() {
  return (
    <p className="empty">
      Enter an event, trace, span, or issue ID, a release, or the name of a monitor or an alert rule
      to open it. Other words are searched.
    </p>
  );
}

function NothingFound({ text, hints }: { text: string; hints: SearchHint[] }) {
  return (
    <div className="empty">
      <p>
        No results for “{text}”. <Link to="/">All projects</Link>
      </p>
      <SearchHints hints={hints} of="issue" field="q" />
    </div>
  );
}
