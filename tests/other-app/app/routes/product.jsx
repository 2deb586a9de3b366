import { data } from "react-router";
import { store } from "../store.server.js";

export async function loader({ params }) {
  if (params.product === "broken") throw new TypeError("The price is not a number");
  const product = await store.products.find(params.product);
  if (!product) throw data("No such product", { status: 404 });
  return product;
}

export default function Product({ loaderData }) {
  return <h1>{loaderData}</h1>;
}
