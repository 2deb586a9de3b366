import { href, Link } from "react-router";
import { kindWords } from "#app/routes/routes/kind-names.ts";

type Changed = { id: number; route: string; service: string; kind: string; q?: number };

type Props = { project: string; change: Changed; search: string };

/** A route that changed in this release, linked to the comparison with the previous release. */
export function ChangedRoute({ project, change: { id, route, service, kind, q }, search }: Props) {
  return (
    <>
      <Link
        to={{
          pathname: href("/:project/routes/:route/compare", { project, route: String(id) }),
          search,
        }}
      >
        <b>{route || "(no name)"}</b>
      </Link>{" "}
      <span className="meta">
        {kindWords[kind] ?? kind} · <bdi>{service}</bdi>
        {q !== undefined && ` · p${Math.round(q * 100)}`}
      </span>
    </>
  );
}
