import { Link, useLocation } from "react-router";
import { Moment } from "#app/ui/format/moment.tsx";

/** Where the list of events ends, in words: the menu names the range, and not its first moment. */
export function SinceLine({ at }: { at: number }) {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  params.delete("since");
  params.delete("cursor");
  return (
    <p className="meta">
      Events since <Moment at={at} />.{" "}
      <Link to={{ pathname, search: `${params}` }} preventScrollReset>
        Show all time
      </Link>
    </p>
  );
}
