import { Link, useLocation } from "react-router";
import { Moment } from "#app/ui/format/moment.tsx";

/** The start of the event list as text: the menu names the range, but not its first moment. */
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
