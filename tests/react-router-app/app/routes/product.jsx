import { Link, Outlet, data } from "react-router";
import { products } from "../database.server.js";

export async function loader({ params }) {
  if (params.product === "broken") throw new TypeError("The price is not a number");
  const product = await products.find(params.product);
  if (!product) throw data("No such product", { status: 404 });
  return product;
}

export default function Product({ loaderData }) {
  return (
    <article>
      <h1>{loaderData.name}</h1>
      <Link to="reviews">Its reviews</Link>
      <Outlet />
    </article>
  );
}
