import type { ReactNode } from "react";
import { href, Link, type To, useLocation } from "react-router";
import { counted } from "#server/domain/count.ts";
import { Dist } from "#app/ui/chart/dist.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { ReleaseLink } from "#app/ui/release-link.tsx";
import { keptSearch, scopeOf } from "#app/ui/format/scope.ts";
import { Time } from "#app/ui/format/time.tsx";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { ReleaseMark } from "#server/domain/release/mark.ts";
import type { SideTag } from "./tags/side-tags.ts";
import { issueTrendOf } from "./issue-range.ts";
import { IssueTrend } from "./issue-trend.tsx";

type Props = {
  project: string;
  issue: Issue;
  trend: { counts: number[]; releases: readonly ReleaseMark[] };
  /** `newest`: counted over this many events, and more match. */
  tags: { shown: SideTag[]; newest?: number };
  now: number;
  /** Content about members. */ children: ReactNode;
};

export function IssueSide({ project, issue, trend, tags, now, children }: Props) {
  const { search } = useLocation();
  const { title, unit } = issueTrendOf(new URLSearchParams(search));
  const { environment } = scopeOf(search);
  const events = trend.counts.reduce((sum, count) => sum + count, 0);
  return (
    <aside className="issue-side" aria-label="About the issue">
      <section>
        <div className="row between">
          <p>
            <b>{counted(events, "event")}</b>{" "}
            <span className="meta">
              {`${environment === undefined ? "" : `in ${environment}, `}last ${title}`}
            </span>
          </p>
          <TrendChoice title={title} />
        </div>
        <IssueTrend {...trend} tone={toneOf(issue)} {...{ unit, now }} />
      </section>
      <section>
        <h2 className="hidden">About</h2>
        <Facts facts={about(issue, now)} />
      </section>
      {tags.shown.map((tag) => (
        <TagSection
          key={tag.key}
          {...{ tag, newest: tags.newest }}
          to={{
            pathname: href("/:project/issues/:issue/tags/:key", keyed(project, issue, tag)),
            search: keptSearch(search),
          }}
        />
      ))}
      {children}
    </aside>
  );
}

const trends = { "24h": "24 hours", "14d": "14 days", "90d": "90 days" };

/** By default, the trend shows the page's time range; these choices don't change the range. */
function TrendChoice({ title }: { title: string }) {
  const { search } = useLocation();
  const to = (trend: string) => {
    const params = new URLSearchParams(search);
    params.set("trend", trend);
    return `?${params}`;
  };
  return (
    <nav className="row meta" aria-label="Trend">
      {Object.entries(trends).map(([since, name]) => [
        " ",
        <Link
          key={since}
          to={to(since)}
          aria-current={name === title ? "true" : undefined}
          preventScrollReset
        >
          {since.replace("h", " h").replace("d", " d")}
        </Link>,
      ])}
    </nav>
  );
}

function toneOf({ state }: Issue): string | undefined {
  if (state.state !== "open") return undefined;
  return { new: "warn", regressed: "bad", ongoing: undefined }[state.substate];
}

function keyed(project: string, { shortId }: Issue, { key }: SideTag) {
  return { project, issue: shortId, key };
}

function about(issue: Issue, now: number): Parameters<typeof Facts>[0]["facts"] {
  return [
    [
      "First seen",
      <Seen key="first" at={issue.firstSeen} release={issue.firstRelease} now={now} />,
    ],
    ["Last seen", <Seen key="last" at={issue.lastSeen} release={issue.lastRelease} now={now} />],
    ["Total", `${counted(issue.count, "event")}, ${counted(issue.userCount, "user")}`],
  ];
}

function Seen({ at, release, now }: { at: number; release?: string; now: number }) {
  return (
    <>
      <Time at={at} now={now} />
      {release && (
        <>
          {" in "}
          <ReleaseLink version={release} />
        </>
      )}
    </>
  );
}

function TagSection({ tag, newest, to }: { tag: SideTag; newest: number | undefined; to: To }) {
  return (
    <section>
      <h2>
        <Link to={to}>{tag.title}</Link>{" "}
        <small className="meta">
          {newest === undefined
            ? counted(tag.total, "event")
            : `newest ${counted(newest, "event")}`}
        </small>
      </h2>
      <Dist
        values={tag.values.map(({ value, count }) => ({ text: value || "(empty)", part: count }))}
        whole={tag.total}
      />
    </section>
  );
}
