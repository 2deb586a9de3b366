import type { ReactNode } from "react";
import { href, Link, useLocation } from "react-router";
import { counted } from "#server/domain/count.ts";
import { Dist } from "#app/ui/dist.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { ReleaseLink } from "#app/ui/release-link.tsx";
import { scopeOf, trendOf } from "#app/ui/scope.ts";
import { Time } from "#app/ui/time.tsx";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { ReleaseMark } from "#server/domain/release/mark.ts";
import type { TagSummary } from "#server/storage/store.ts";
import { IssueTrend } from "./issue-trend.tsx";

type Props = {
  project: string;
  issue: Issue;
  trend: { counts: number[]; releases: readonly ReleaseMark[] };
  tags: TagSummary[];
  now: number;
  /** About members. */ children: ReactNode;
};

export function IssueSide({ project, issue, trend, tags, now, children }: Props) {
  const { search } = useLocation();
  const { title, unit } = trendOf(scopeOf(search));
  return (
    <aside className="issue-side" aria-label="About the issue">
      <section>
        <p>
          <b>{counted(issue.count, "event")}</b>{" "}
          <span className="meta">{`${counted(issue.userCount, "user")}, last ${title}`}</span>
        </p>
        <TrendChoice title={title} />
        <IssueTrend {...trend} tone={toneOf(issue)} {...{ unit, now }} />
      </section>
      <section>
        <h2 className="hidden">About</h2>
        <Facts facts={about(issue, now)} />
      </section>
      {children}
      {tags.map((tag) => (
        <TagSection
          key={tag.key}
          tag={tag}
          to={href("/:project/issues/:issue/tags/:key", keyed(project, issue, tag))}
        />
      ))}
    </aside>
  );
}

const trends = { "24h": "24 hours", "14d": "14 days", "90d": "90 days" };

/** The trend goes by the page's time range; these are the ranges that one asks an issue for. */
function TrendChoice({ title }: { title: string }) {
  const { search } = useLocation();
  const to = (since: string) => {
    const params = new URLSearchParams(search);
    params.set("since", since);
    return `?${params}`;
  };
  return (
    <nav className="row meta" aria-label="Trend">
      {Object.entries(trends).map(([since, name]) => [
        " ",
        <Link key={since} to={to(since)} aria-current={name === title ? "true" : undefined} preventScrollReset>
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

function keyed(project: string, { shortId }: Issue, { key }: TagSummary) {
  return { project, issue: shortId, key };
}

function about(issue: Issue, now: number): Parameters<typeof Facts>[0]["facts"] {
  return [
    ["First seen", <Seen key="first" at={issue.firstSeen} release={issue.firstRelease} now={now} />],
    ["Last seen", <Seen key="last" at={issue.lastSeen} release={issue.lastRelease} now={now} />],
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

function TagSection({ tag, to }: { tag: TagSummary; to: string }) {
  return (
    <section>
      <h2>
        <Link to={to}>{tag.key}</Link>
      </h2>
      <Dist
        values={tag.values.map(({ value, count }) => ({ text: value || "(empty)", part: count }))}
        whole={tag.total}
      />
    </section>
  );
}
