import {
  Link,
  Meta,
  Outlet,
  Scripts,
  isRouteErrorResponse,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { captureRemixErrorBoundaryError, withSentry } from "@sentry/remix";

export const loader = () => ({ settings: { dsn: process.env.SPOOR_DSN } });

export const meta = ({ data }) => [
  { title: "Shop" },
  { name: "sentry-trace", content: data?.sentryTrace },
  { name: "baggage", content: data?.sentryBaggage },
];

export function Layout({ children }) {
  const { settings = {} } = useRouteLoaderData("root") ?? {};
  return (
    <html lang="en" data-settings={JSON.stringify(settings)}>
      <head>
        <link rel="icon" href="data:," />
        <Meta />
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

function App() {
  return <Outlet />;
}

export default withSentry(App);

export function ErrorBoundary() {
  const error = useRouteError();
  captureRemixErrorBoundaryError(error);
  return <h1>{isRouteErrorResponse(error) ? error.status : "Failed"}</h1>;
}
