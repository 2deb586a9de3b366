import { Link } from "react-router";
import { Time } from "#app/ui/format/time.tsx";

/** What this page is, what it omits, and a link for members. */
export function SharedNote({
  hidden,
  path,
  expiresAt,
  now,
}: {
  hidden: string;
  path?: string;
  expiresAt?: number;
  now: number;
}) {
  return (
    <p className="meta">
      Shared from Spoor. Anyone with the link can view this page.
      {expiresAt !== undefined && (
        <>
          {" It expires "}
          <Time at={expiresAt} now={now} />.
        </>
      )}{" "}
      {hidden}
      {path !== undefined && (
        <>
          {" "}
          <Link to={path}>Open in project</Link>
        </>
      )}
    </p>
  );
}
