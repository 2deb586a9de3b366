import { route, type RouteConfig } from "@react-router/dev/routes";

export default [
  route(":project", "project.tsx", [route("issues", "issues.tsx")]),
] satisfies RouteConfig;
