import { useRouteLoaderData } from "react-router";
import { toggleAll, toggleErrors, unfocus, zoomTo } from "#server/domain/trace/change-view.ts";
import type { TraceView } from "#server/domain/trace/trace-view.ts";
import type { loader as spanLoader } from "../span.tsx";
import type { WaterfallLinks } from "../trace-links.ts";

/** Changes of the view as a whole. */
export function ViewLinks(props: { view: TraceView; links: WaterfallLinks; hasErrors: boolean }) {
  const { view, links, hasErrors } = props;
  const selected = useRouteLoaderData<typeof spanLoader>("routes/traces/span")?.facts;
  return (
    <p className="row view-links">
      {(hasErrors || view.onlyErrors) && (
        <a href={links.to(toggleErrors(view), "waterfall")}>{view.onlyErrors ? "All spans" : "Errors only"}</a>
      )}{" "}
      {selected && (
        <a href={links.to(zoomTo(view, selected.startMs, selected.startMs + selected.durationMs), "waterfall")}>
          Zoom to selected
        </a>
      )}{" "}
      {(view.focus || view.zoom) && <a href={links.to(unfocus(view), "waterfall")}>Whole trace</a>}{" "}
      <a href={links.to(toggleAll(view), "waterfall")}>{view.all ? "Collapse similar spans" : "Expand all"}</a>
    </p>
  );
}
