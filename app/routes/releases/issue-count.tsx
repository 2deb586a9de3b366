import { Link, useLocation, useParams } from "react-router";
import { grouped } from "#app/ui/count.ts";
import { releasePath } from "#app/ui/release-link.tsx";
import { keptSearch } from "#app/ui/scope.ts";
import type { IssueRelation } from "#server/storage/release-store.ts";

const words: { [relation in IssueRelation]: string } = { fresh: "new", regressed: "regressed", resolved: "resolved" };

/** How many issues, as a link to their list on the release's page. */
export function IssueCount(props: { version: string; relation: IssueRelation; count: number }) {
  const { version, relation, count } = props;
  const { project = "" } = useParams();
  const { search } = useLocation();
  if (count === 0) return "0";
  const to = { pathname: releasePath(project, version), search: keptSearch(search), hash: relation };
  return (
    <Link to={to} className={relation === "regressed" ? "bad" : undefined}>
      {grouped(count)}
      <span className="hidden"> {words[relation]}</span>
    </Link>
  );
}
