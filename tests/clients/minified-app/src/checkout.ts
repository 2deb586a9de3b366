import { type Cart, firstPrice } from "./pricing.ts";

/** Fails where the cart is empty. */
export function checkout(cart: Cart): string {
  document.title = `Cart ${cart.id}`;
  const total = firstPrice(cart) * 1.19;
  return `To pay: ${total.toFixed(2)}`;
}
