import { notFound } from "#app/guard.ts";
import type { Route } from "./+types/not-found.ts";

/** Whatever no other route takes, posts too. */
export function loader({ context }: Route.LoaderArgs) {
  throw notFound({ context }, "There is no page at this address.");
}

export const action = loader;

export default function NotFound() {
  return null;
}
