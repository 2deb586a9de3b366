import { Link, useLocation, useParams } from "react-router";
import { grouped } from "#server/domain/count.ts";
import { releasePath } from "#app/ui/release-link.tsx";
import { keptSearch } from "#app/ui/format/scope.ts";
import {
  type IssueRelation,
  issueRelations,
  type ReleaseIssueCounts,
} from "#server/domain/release/issue-relation.ts";

const words: { [relation in IssueRelation]: string } = {
  fresh: "new",
  regressed: "regressed",
  resolved: "resolved",
};

const tones: { [relation in IssueRelation]?: string } = { fresh: "warn", regressed: "bad" };

/** `2 new · 1 regressed`: each links to its list on the release's page. */
export function IssueCounts({ version, counts }: { version: string; counts: ReleaseIssueCounts }) {
  const { project = "" } = useParams();
  const search = keptSearch(useLocation().search);
  const pathname = releasePath(project, version);
  const some = issueRelations.filter((relation) => counts[relation] > 0);
  if (some.length === 0) return "–";
  return some.map((relation, index) => [
    index > 0 && " · ",
    <Link key={relation} to={{ pathname, search, hash: relation }} className={tones[relation]}>
      {`${grouped(counts[relation])} ${words[relation]}`}
    </Link>,
  ]);
}
