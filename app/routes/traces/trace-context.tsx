import { href, Link } from "react-router";
import { ReleaseLink } from "#app/ui/release-link.tsx";

export type ContextProps = {
  project: string;
  release?: string;
  environment?: string;
  user?: { name: string; query: string };
};

/** The root's release and environment, and a search for other traces of the user. */
export function TraceContext({ project, release, environment, user }: ContextProps) {
  if (release === undefined && environment === undefined && !user) return null;
  return (
    <p className="row meta">
      {release !== undefined && <ReleaseLink version={release} />}{" "}
      {environment !== undefined && <bdi>{environment}</bdi>}{" "}
      {user && (
        <Link
          to={{
            pathname: href("/:project/traces", { project }),
            search: `?${new URLSearchParams({ query: user.query })}`,
          }}
          title="Traces of this user"
        >
          {user.name}
        </Link>
      )}
    </p>
  );
}
