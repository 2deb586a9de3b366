import { Link } from "react-router";
import { targetOf, useLinks } from "./links.ts";
import type { ShownOverview } from "./shown-overview.ts";

/** What happened, in one sentence. Each thing that it names is a link. */
export function Summary({ project, shown }: { project: string; shown: ShownOverview }) {
  const links = useLinks(project);
  return (
    <p className="summary">
      {shown.summary.map((part, index) => {
        const target = targetOf(part, shown, links);
        const tone = "tone" in part ? part.tone : undefined;
        const key = `${index} ${part.text}`;
        if (target)
          return (
            <Link key={key} to={target}>
              {part.text}
            </Link>
          );
        return tone ? (
          <span key={key} className={tone}>
            {part.text}
          </span>
        ) : (
          part.text
        );
      })}
    </p>
  );
}
