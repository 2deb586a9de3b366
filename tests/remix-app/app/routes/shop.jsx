import { Link, Outlet, useFetcher, useLoaderData } from "@remix-run/react";
import { products } from "../database.server.js";

export const loader = () => products.list();

export default function Shop() {
  const loaderData = useLoaderData();
  const fetcher = useFetcher({ key: "peek" });
  return (
    <section>
      <p>{loaderData.length} products</p>
      <button onClick={() => fetcher.load("/shop/cart")}>Peek</button>{" "}
      <button
        onClick={() =>
          fetcher.submit({ product: "lamp" }, { method: "post", action: "/shop/cart" })
        }
      >
        Lamp
      </button>
      <output>
        {fetcher.state === "idle" && fetcher.data ? `${fetcher.data.length} peeked` : ""}
      </output>
      <Link to="/shop/product/lamp">The lamp</Link>
      <Outlet />
    </section>
  );
}
