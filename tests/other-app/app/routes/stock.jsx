export async function loader() {
  const answer = await fetch(`${process.env.SHOP_STOCK}/stock/boots?token=never-sent`);
  const { left } = await answer.json();
  return left;
}

export default function Stock({ loaderData }) {
  return <h1>{loaderData} left</h1>;
}
