import { useRouteLoaderData } from "react-router";
import type { loader } from "./layout.tsx";

/** The title of a project's page: `Issues · Shop · Spoor`, with the project's name. */
export function ProjectTitle({ children }: { children: string }) {
  const name = useRouteLoaderData<typeof loader>("routes/projects/layout")?.name;
  return <title>{`${children} · ${name} · Spoor`}</title>;
}
