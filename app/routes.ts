import type { RouteConfig, RouteConfigEntry } from "@react-router/dev/routes";
import type { RouteEntry } from "./route-entry.ts";
import { routeTable } from "./route-table.ts";

const configOf = ({ path, index, id, module, children }: RouteEntry): RouteConfigEntry => ({
  file: `routes/${module}`,
  ...(path !== undefined && { path }),
  ...(index && { index }),
  ...(id !== undefined && { id }),
  ...(children && { children: children.map(configOf) }),
});

/** The route table in React Router's format. */
export default routeTable.map(configOf) satisfies RouteConfig;
