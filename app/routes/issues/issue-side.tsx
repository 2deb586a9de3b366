import type { ReactNode } from "react";
import { href, Link, useLocation } from "react-router";
import { grouped, percent } from "#app/ui/count.ts";
import { Facts } from "#app/ui/facts.tsx";
import { ReleaseLink } from "#app/ui/release-link.tsx";
import { scopeOf, trendOf } from "#app/ui/scope.ts";
import { Sparkline } from "#app/ui/sparkline.tsx";
import { Time } from "#app/ui/time.tsx";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { TagSummary } from "#server/storage/store.ts";

type Props = {
  project: string;
  issue: Issue;
  trend: number[];
  tags: TagSummary[];
  now: number;
  /** About people. */ children: ReactNode;
};

export function IssueSide({ project, issue, trend, tags, now, children }: Props) {
  const { search } = useLocation();
  const { title, unit } = trendOf(scopeOf(search));
  return (
    <aside className="issue-side" aria-label="About the issue">
      <section>
        <h2>Last {title}</h2>
        <Sparkline counts={trend} unit={unit} width={300} height={48} />
      </section>
      <section>
        <h2>About</h2>
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

function keyed(project: string, { shortId }: Issue, { key }: TagSummary) {
  return { project, issue: shortId, key };
}

function about(issue: Issue, now: number): Parameters<typeof Facts>[0]["facts"] {
  return [
    ["First seen", <Seen key="first" at={issue.firstSeen} release={issue.firstRelease} now={now} />],
    ["Last seen", <Seen key="last" at={issue.lastSeen} release={issue.lastRelease} now={now} />],
    ["Events", grouped(issue.count)],
    ["People", grouped(issue.userCount)],
    ["Where", issue.culprit && <code key="where">{issue.culprit}</code>],
    ["Level", issue.level],
    [
      "Handled",
      issue.unhandled ? (
        <strong key="handled" className="bad">
          no
        </strong>
      ) : (
        "yes"
      ),
    ],
    ["Assigned to", issue.assignee?.name],
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
      <Facts facts={tag.values.map(({ value, count }) => [value || "(empty)", percent(count, tag.total)])} />
    </section>
  );
}
