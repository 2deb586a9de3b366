import { useLoaderData } from "@remix-run/react";
import { products } from "../database.server.js";

export const loader = ({ params }) => products.reviews(params.product);

export default function Reviews() {
  const loaderData = useLoaderData();
  return <h2>{loaderData.length} reviews</h2>;
}
