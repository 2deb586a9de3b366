import { Link, Outlet, useFetcher, useRevalidator } from "react-router";
import { store } from "../store.server.js";

export const middleware = [
  async (_args, next) => {
    await Promise.resolve();
    return next();
  },
];

export const loader = () => store.products.list();

export default function Shop({ loaderData }) {
  const fetcher = useFetcher();
  const { revalidate } = useRevalidator();
  return (
    <section>
      <p>{loaderData.length} products</p>
      <button onClick={() => fetcher.load("/shop/cart")}>Peek</button>{" "}
      <button onClick={revalidate}>Refresh</button>{" "}
      <button
        onClick={() =>
          fetcher.submit({ product: "lamp" }, { method: "post", action: "/shop/cart" })
        }
      >
        Lamp
      </button>
      <p>
        <Link to="/shop/product/kettle" prefetch="intent">
          The kettle
        </Link>{" "}
        <Link to="/shop/product/lamp" prefetch="intent">
          The lamp
        </Link>
      </p>
      <output>{fetcher.data?.join()}</output>
      <Outlet />
    </section>
  );
}
