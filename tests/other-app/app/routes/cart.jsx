import { Form, redirect } from "react-router";
import { store } from "../store.server.js";

export const loader = () => store.carts.read();

export async function action({ request }) {
  const form = await request.formData();
  await store.carts.add(form.get("product"));
  return form.get("then") === "stay" ? ["added"] : redirect("/shop");
}

export default function Cart({ loaderData }) {
  return (
    <Form method="post">
      <h1>Cart</h1>
      <p>{loaderData.join()}</p>
      <button name="product" value="boots">
        Boots
      </button>
    </Form>
  );
}
