import { href, Link } from "react-router";

/** Above a project's pages while its senders use more names than are told apart. `labels`: of what, the most often exceeded first. */
export function LimitNotice({ project, labels, mayChange }: { project: string; labels: string[]; mayChange: boolean }) {
  return (
    <p className="meta" role="note">
      {`Some names of this project are not indexed. Limits exceeded in the last 24 hours: ${listed(labels)}. Events are kept whole.`}{" "}
      {mayChange && <Link to={href("/:project/settings/intake", { project })}>Usage</Link>}
    </p>
  );
}

const listed = (labels: string[]): string =>
  labels.length < 3 ? labels.join(" and ") : `${labels.slice(0, -1).join(", ")}, and ${labels.at(-1)}`;
