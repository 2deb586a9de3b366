import { href, Link } from "react-router";
import { grouped } from "#server/domain/count.ts";
import { releasePath } from "#app/ui/release-link.tsx";
import { Table } from "#app/ui/table.tsx";
import { percentileName, rowQuantiles } from "#server/domain/rollup/percentiles.ts";
import { percentileText, shareText } from "../figure-text.ts";
import { Moment } from "../period-text.tsx";
import { comparedReleases, type ShownRelease } from "./shown-releases.ts";

type ReleasesProps = {
  project: string;
  id: number;
  releases: ShownRelease[];
  search: string;
  now: number;
};

/** The route in each release, linked to the comparison with the previous one. */
export function ReleasesTable({ project, id, releases, search, now }: ReleasesProps) {
  const named = releases.filter(({ release }) => release !== "");
  const compare = href("/:project/routes/:route/compare", { project, route: String(id) });
  if (named.length === 0) return null;
  const withAnother = new Set(comparedReleases(named).map(({ release }) => release));
  const compareTo = (release: string) =>
    withAnother.has(release) ? `${compare}?${compared(search, release)}` : undefined;
  return (
    <section className="part">
      <h2>Releases</h2>
      <Table
        caption="This route by release, last seen first"
        rows={named}
        keyOf={({ release }) => release}
        columns={[
          {
            head: "Release",
            className: "main",
            cell: ({ release }) => (
              <ReleaseName {...{ project, release }} compareTo={compareTo(release)} />
            ),
          },
          {
            head: "First seen, UTC",
            className: "wide",
            cell: ({ isOlder, firstAt }) =>
              isOlder ? "Before this range" : <Moment at={firstAt} now={now} />,
          },
          { head: "Requests", className: "number wide", cell: ({ count }) => grouped(count) },
          ...rowQuantiles.map((quantile, index) => ({
            head: percentileName(quantile),
            className: "number",
            cell: ({ percentiles }: ShownRelease) => percentileText(percentiles[index]?.ms ?? 0),
          })),
          {
            head: "Failure rate",
            className: "number",
            cell: ({ failureRate }) => (
              <span className={failureRate > 0 ? "bad" : undefined}>{shareText(failureRate)}</span>
            ),
          },
        ]}
      />
      <p className="meta">
        {withAnother.size > 0 && "Select a release to compare it with the previous one."}
      </p>
    </section>
  );
}

type NameProps = { project: string; compareTo: string | undefined } & Pick<ShownRelease, "release">;

function ReleaseName({ project, release, compareTo }: NameProps) {
  return (
    <>
      <Link to={compareTo ?? releasePath(project, release)}>{release}</Link>{" "}
      {compareTo && (
        <Link className="meta" to={releasePath(project, release)}>
          Release page
        </Link>
      )}
    </>
  );
}

function compared(search: string, release: string): string {
  const params = new URLSearchParams(search);
  params.delete("release");
  params.set("to", release);
  return params.toString();
}
