// F3: `renderToString` of the page's own part (header, filter, 50 rows) in a bare server. Its links
// and forms need a router around them; data is preloaded. No document head, no hydration data.
import { createServer } from "node:http";
import type { ComponentType } from "react";
import { renderToReadableStream, renderToString } from "react-dom/server";
import {
  createStaticHandler,
  createStaticRouter,
  Outlet,
  type StaticHandlerContext,
  StaticRouterProvider,
  useLoaderData,
  useParams,
} from "react-router";
import Issues from "#app/routes/issues/list.tsx";
import ProjectLayout from "#app/routes/projects/layout.tsx";
import { listen } from "../listen.ts";
import { layoutData, listData, rootData } from "./loaded.ts";

const children = [{ path: "issues", loader: () => listData, Component: asRoute(Issues) }];
const project = {
  path: ":project",
  loader: () => layoutData,
  Component: asRoute(ProjectLayout),
  children,
};
const handler = createStaticHandler([
  { id: "root", loader: () => rootData, Component: Outlet, children: [project] },
]);
const context = (await handler.query(
  new Request("http://127.0.0.1/shop/issues"),
)) as StaticHandlerContext;
const router = createStaticRouter(handler.dataRoutes, context);
const tree = <StaticRouterProvider router={router} context={context} hydrate={false} />;

// `renderToString` does not wait, so lazily loaded parts are loaded first.
await (
  await renderToReadableStream(tree)
).allReady;

listen(
  createServer((_, response) => {
    const page = renderToString(tree);
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(page);
  }),
);

/** The properties that framework mode passes to a route's component. */
function asRoute<Props extends object>(Component: ComponentType<Props>): ComponentType {
  return () => {
    const props = { loaderData: useLoaderData<unknown>(), params: useParams() };
    return <Component {...(props as unknown as Props)} />;
  };
}
