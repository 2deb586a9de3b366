import { products } from "../database.server.js";

export const loader = ({ params }) => products.reviews(params.product);

export default function Reviews({ loaderData }) {
  return <h2>{loaderData.length} reviews</h2>;
}
