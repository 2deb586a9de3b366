import { href, Link, useLocation } from "react-router";
import { keptSearch } from "#app/ui/format/scope.ts";
import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import { wholeTags } from "./remaining-pairs.ts";

/** Each tag links to the issue's events with the same value. */
export function EventTags(props: { project: string; issue: string; tags: ErrorEvent["tags"] }) {
  const { project, issue, tags } = props;
  const kept = new URLSearchParams(keptSearch(useLocation().search));
  if (tags.length === 0) return null;
  const events = href("/:project/issues/:issue/events", { project, issue });
  return (
    <section className="part">
      <h2>Tags</h2>
      <div className="cols">
        <table className="pairs">
          <caption>Tags</caption>
          <tbody>
            {wholeTags(tags).map(([key, value]) => (
              <tr key={key}>
                <th scope="row">{key}</th>
                <td>
                  <Link
                    to={{
                      pathname: events,
                      search: `${new URLSearchParams([["query", `${key}:${value}`], ...kept])}`,
                    }}
                  >
                    {value}
                  </Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
