import { Link, useLocation } from "react-router";

export type StackView = "app" | "full" | "raw";

const views: [view: StackView, name: string][] = [
  ["app", "In-app"],
  ["full", "Full stack"],
  ["raw", "Raw"],
];

/** How the stack is shown, as the address says it: library frames folded, all frames, or plain text. */
export function useStackView(): StackView {
  const asked = new URLSearchParams(useLocation().search).get("stack");
  return views.find(([view]) => view === asked)?.[0] ?? "app";
}

export function StackViews({ view }: { view: StackView }) {
  const { search } = useLocation();
  const to = (each: StackView) => {
    const params = new URLSearchParams(search);
    if (each === "app") params.delete("stack");
    else params.set("stack", each);
    return `?${params}`;
  };
  return (
    <nav className="row meta" aria-label="Stack trace">
      {views.map(([each, name]) => [
        " ",
        <Link key={each} to={to(each)} aria-current={each === view ? "true" : undefined} preventScrollReset>
          {name}
        </Link>,
      ])}
    </nav>
  );
}
