import { redirect } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { cart } from "../database.server.js";

export const loader = () => cart.read();

export async function action({ request }) {
  const form = await request.formData();
  await cart.add(form.get("product"));
  return form.get("then") === "leave" ? redirect("/shop") : cart.read();
}

export default function Cart() {
  const loaderData = useLoaderData();
  return (
    <Form method="post">
      <h1>Cart</h1>
      <p>{loaderData.map(({ product }) => product).join()}</p>
      <input type="hidden" name="then" value="leave" />
      <button name="product" value="boots">
        Boots
      </button>
    </Form>
  );
}
