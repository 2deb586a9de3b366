import { href, Link, useLocation } from "react-router";
import { Moment } from "#app/routes/routes/period-text.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { ReleaseLink, VersionName } from "#app/ui/release-link.tsx";
import { keptSearch } from "#app/ui/scope.ts";
import { Time } from "#app/ui/time.tsx";
import type { Window } from "#server/domain/rollup/window.ts";
import type { ShownReading } from "./shown-reading.ts";
import { Crumbs } from "#app/ui/head.tsx";
import { ScopeMenus } from "#app/routes/projects/scope-menus.tsx";

type HeadProps = { project: string; shown: ShownReading; window: Window; now: number };

/** What the release is: its name, its dates, where it comes from, what was before it. */
export function ReleaseHead({ project, shown: { entry, facts }, window, now }: HeadProps) {
  const search = keptSearch(useLocation().search);
  const { firstSeen, lastSeen, releasedAt, startedAt, url, ref } = facts;
  const time = (at: number | undefined) => at !== undefined && <Time at={at} now={now} />;
  return (
    <header>
      <title>{`${entry.version} · Releases · ${project} · Spoor`}</title>
      <Crumbs scope={<ScopeMenus />}>
        <Link to={{ pathname: href("/:project/releases", { project }), search }}>Releases</Link>
      </Crumbs>
      <h1>
        <VersionName version={entry.version} />
      </h1>
      <Facts
        facts={[
          ["First seen", time(firstSeen)],
          ["Last seen", time(lastSeen)],
          ["Begun", time(startedAt)],
          ["Released", time(releasedAt)],
          ["Commit", ref !== undefined && <code key="ref">{ref}</code>],
          [
            "Address",
            isWeb(url) ? (
              <a key="url" href={url}>
                {url}
              </a>
            ) : (
              url
            ),
          ],
          ["Before it", entry.previous !== undefined && <ReleaseLink key="before" version={entry.previous} />],
        ]}
      />
      <p className="meta">
        Figures since <Moment at={window.since} now={now} /> UTC.
      </p>
    </header>
  );
}

/** Whoever may make a release writes its address: nothing but the web's is a link. */
const isWeb = (url: string | undefined): boolean => url !== undefined && /^https?:\/\//.test(url);
