import { products } from "../database.server.js";

export const loader = ({ request }) =>
  products.search(new URL(request.url).searchParams.get("q") ?? "");

export async function clientLoader({ serverLoader }) {
  const found = await serverLoader();
  return found.map(({ name }) => name.toUpperCase());
}

export default function Search({ loaderData }) {
  return (
    <>
      <h1>Search</h1>
      <p>{loaderData.join()}</p>
    </>
  );
}
