import {
  Link,
  Outlet,
  Scripts,
  isRouteErrorResponse,
  useRouteError,
  useRouteLoaderData,
} from "react-router";
import { reportRenderError } from "sdk/report";
import { browserSettings, traceMeta } from "sdk/server";

export const loader = () => ({ settings: browserSettings(), meta: traceMeta() });

export function Layout({ children }) {
  const { settings = {}, meta = [] } = useRouteLoaderData("root") ?? {};
  return (
    <html lang="en" data-settings={JSON.stringify(settings)}>
      <head>
        <title>Shop</title>
        <link rel="icon" href="data:," />
        {meta.map((each) => (
          <meta key={each.name} {...each} />
        ))}
      </head>
      <body>
        <nav>
          <Link to="/">Home</Link> <Link to="/shop">Products</Link>{" "}
          <Link to="/shop/cart">Cart</Link> <Link to="/shop/search">Search</Link>{" "}
          <Link to="/shop/product/kettle/reviews">Reviews</Link>{" "}
          <Link to="/shop/product/broken">Broken</Link>{" "}
          <Link to="/shop/product/unknown">Unknown</Link>
        </nav>
        {children}
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error)) reportRenderError(error);
  return <h1>{isRouteErrorResponse(error) ? error.status : "Failed"}</h1>;
}
