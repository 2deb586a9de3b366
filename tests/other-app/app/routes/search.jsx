export const loader = () => ["kettle"];

export async function clientLoader({ serverLoader }) {
  const found = await serverLoader();
  return found.map((name) => name.toUpperCase());
}

export default function Search({ loaderData }) {
  return (
    <>
      <h1>Search</h1>
      <p>{loaderData.join()}</p>
    </>
  );
}
