import { data } from "react-router";
import { store } from "../store.server.js";

/** Without this a browser loads again what it has prefetched. */
export const headers = () => ({ "Cache-Control": "private, max-age=60" });

export async function loader({ params }) {
  if (params.product === "broken") throw new TypeError("The price is not a number");
  const product = await store.products.find(params.product);
  if (!product) throw data("No such product", { status: 404 });
  return product;
}

export default function Product({ loaderData }) {
  if (loaderData === "boots") throw new RangeError("Boots cannot be drawn");
  return <h1>{loaderData}</h1>;
}
