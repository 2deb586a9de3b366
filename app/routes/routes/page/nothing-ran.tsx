import { Link } from "react-router";

/** The route is known, but not from this time: where to look for it. */
export function NothingRan({ search }: { search: string }) {
  const wider = new URLSearchParams(search);
  wider.set("since", "365d");
  for (const name of ["until", "release", "environment"]) wider.delete(name);
  return (
    <p className="empty">
      This route did not run in this time range{search.includes("release=") && " in this release"}.{" "}
      <Link to={{ search: wider.toString() }}>Show the last year</Link>
    </p>
  );
}
