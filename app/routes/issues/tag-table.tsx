import { href, Link } from "react-router";
import { grouped, percent } from "#app/ui/count.ts";
import { ShareBar } from "#app/ui/share-bar.tsx";
import type { LinkedTag } from "./linked-tag.ts";

/** How a tag's values are spread; each leads to its events. */
export function TagTable({ project, issue, tag }: { project: string; issue: string; tag: LinkedTag }) {
  const events = href("/:project/issues/:issue/events", { project, issue });
  return (
    <table className="ledger shares">
      <caption>{`Values of ${tag.key}`}</caption>
      <thead>
        <tr>
          {["Value", "Share", "Percent", "Events"].map((heading, index) => (
            <th key={heading} scope="col" className={[undefined, "share", "number", "number"][index]}>
              <span className="hidden">{heading}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {tag.values.map(({ value, count, query }) => (
          <tr key={value}>
            <th scope="row">
              <Link to={`${events}?${query}`}>{value || "(empty)"}</Link>
            </th>
            <td className="share">
              <ShareBar part={count} whole={tag.total} />
            </td>
            <td className="number">{percent(count, tag.total)}</td>
            <td className="number">{grouped(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
