import type { ReactNode } from "react";
import { href, Link, useLocation } from "react-router";
import { Moment } from "#app/routes/routes/period-text.tsx";
import { ReleaseLink, VersionName } from "#app/ui/release-link.tsx";
import { counted } from "#server/domain/count.ts";
import { keptSearch } from "#app/ui/format/scope.ts";
import { Time } from "#app/ui/format/time.tsx";
import { versionParts } from "#server/domain/release/short-name.ts";
import type { Window } from "#server/domain/rollup/window.ts";
import type { ShownReading } from "./shown-reading.ts";
import { Crumbs } from "#app/ui/head.tsx";
import { ScopeMenus } from "#app/routes/projects/scope-menus.tsx";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";

type HeadProps = { project: string; shown: ShownReading; window: Window; now: number };

/** The release's name, verdict, and origin. */
export function ReleaseHead({ project, shown, window, now }: HeadProps) {
  const search = keptSearch(useLocation().search);
  const { entry } = shown;
  const pathname = href("/:project/releases", { project });
  const { before } = versionParts(entry.version);
  return (
    <header>
      <ProjectTitle>{`${entry.version} · Releases`}</ProjectTitle>
      <Crumbs scope={<ScopeMenus />}>
        <Link to={{ pathname, search }}>Releases</Link>
        {before !== "" && " "}
        {before !== "" && (
          <Link
            to={{
              pathname,
              search: `${search && `${search}&`}query=${encodeURIComponent(before)}`,
            }}
          >
            {before.replace(/@$/, "")}
          </Link>
        )}
      </Crumbs>
      <div className="row">
        <h1>
          <VersionName version={entry.version} />
        </h1>{" "}
        <Verdict shown={shown} />
      </div>
      <p className="row meta">
        {factsOf(shown, now).map(([name, fact]) => (
          <span key={name}>
            {name} {fact}
          </span>
        ))}
        <span>
          Data since <Moment at={window.since} now={now} /> UTC; users are counted per day, so all
          of that day
        </span>
      </p>
    </header>
  );
}

/** Details for the head as text; unknown ones are omitted. */
function factsOf(
  { entry, facts, commits, allDeploys, bundles }: ShownReading,
  now: number,
): [string, ReactNode][] {
  const { firstSeen, lastSeen, releasedAt, startedAt, url, ref } = facts;
  const time = (at: number | undefined) => at !== undefined && <Time at={at} now={now} />;
  const [deploy] = allDeploys;
  const authors = new Set(commits.map(({ author, authorEmail }) => authorEmail ?? author)).size;
  const all: [string, ReactNode][] = [
    [
      "Deployed to",
      deploy && [
        <bdi key="to">{deploy.environment}</bdi>,
        " ",
        <span key="at">{time(deploy.finishedAt)}</span>,
      ],
    ],
    // Of nearly equal times, the most precise one.
    ["Released", !deploy && time(releasedAt)],
    ["First seen", !deploy && releasedAt === undefined && time(firstSeen)],
    ["Last seen", time(lastSeen)],
    ["Started", time(startedAt)],
    [
      "Commit",
      ref !== undefined && (
        <code key="ref" title={ref}>
          {ref.slice(0, 8)}
        </code>
      ),
    ],
    [
      "",
      commits.length > 0 && `${counted(commits.length, "commit")} by ${counted(authors, "author")}`,
    ],
    ["", bundles.length > 0 && counted(bundles.length, "source map bundle")],
    [
      "URL",
      isWeb(url) ? (
        <a key="url" href={url}>
          {url}
        </a>
      ) : (
        url
      ),
    ],
    [
      "Previous release",
      entry.previous !== undefined && <ReleaseLink key="previous" version={entry.previous} />,
    ],
  ];
  return all.filter(([, fact]) => fact !== undefined && fact !== false);
}

/** The verdict from statistically significant route changes. */
function Verdict({ shown: { entry, routes } }: { shown: ShownReading }) {
  const { slower, faster, failsMore, failsLess, compared } = routes;
  if (entry.previous === undefined || compared === 0) return null;
  const worse = slower.length + failsMore.length;
  const better = faster.length + failsLess.length;
  const than = versionParts(entry.previous).short;
  if (worse > better) return <span className="badge regressed">{`Worse than ${than}`}</span>;
  if (better > worse) return <span className="badge resolved">{`Better than ${than}`}</span>;
  return <span className="badge">{`Similar to ${than}`}</span>;
}

/** Anyone who can create a release can set its URL: only web URLs become links. */
const isWeb = (url: string | undefined): boolean => url !== undefined && /^https?:\/\//.test(url);
