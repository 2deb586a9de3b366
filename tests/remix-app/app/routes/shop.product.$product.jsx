import { data } from "@remix-run/node";
import { Link, Outlet, useLoaderData } from "@remix-run/react";
import { products } from "../database.server.js";

export async function loader({ params }) {
  if (params.product === "broken") throw new TypeError("The price is not a number");
  const product = await products.find(params.product);
  if (!product) throw data("No such product", { status: 404 });
  return product;
}

export default function Product() {
  const loaderData = useLoaderData();
  return (
    <article>
      <h1>{loaderData.name}</h1>
      <Link to="reviews">Its reviews</Link>
      <Outlet />
    </article>
  );
}
