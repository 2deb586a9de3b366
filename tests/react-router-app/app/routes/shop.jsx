import { Link, Outlet, useFetcher } from "react-router";
import { products } from "../database.server.js";

export const middleware = [
  async function openShop(_args, next) {
    await Promise.resolve();
    return next();
  },
];

export const loader = () => products.list();

export default function Shop({ loaderData }) {
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
