import { type Cart, firstPrice } from "./pricing.ts";

/** Fails on an empty cart. */
export function checkout(cart: Cart): string {
  document.title = `Cart ${cart.id}`;
  const total = firstPrice(cart) * 1.19;
  return `To pay: ${total.toFixed(2)}`;
}
