import { Link, Outlet, Scripts, useRouteError } from "react-router";
import { TelemetryMeta } from "spoor-react-router/client";

export const loader = () => ({ name: "Shop" });

export function Layout({ children }) {
  return (
    <html lang="en">
      <head>
        <title>Shop</title>
        <link rel="icon" href="data:," />
        <TelemetryMeta />
      </head>
      <body>
        <nav>
          <Link to="/">Home</Link> <Link to="/shop">Products</Link>{" "}
          <Link to="/shop/cart">Cart</Link> <Link to="/shop/search">Search</Link>{" "}
          <Link to="/shop/stock">Stock</Link> <Link to="/shop/product/broken">Broken</Link>{" "}
          <Link to="/shop/product/unknown">Unknown</Link>{" "}
          <Link to="/shop/product/boots">Undrawable</Link>
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
  return <h1>{error.status ?? "Failed"}</h1>;
}
