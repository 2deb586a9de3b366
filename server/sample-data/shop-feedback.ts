import type { ShopError } from "./shop-error.ts";
import type { Shopper } from "./shop-people.ts";

/** Users' feedback on errors, by error and event index. */
const words: { [error: string]: { [event: number]: string } } = {
  cart: {
    70: "The cart page is blank since this morning. I had four things in it.",
    101: "Cart does not open on my phone, in the app it works.",
  },
  hydration: {
    12: "The delivery date jumps from one day to another when the page loads. Which one is right?",
  },
  stock: { 3: "Checkout says “Stock answered 503”. I tried three times and gave up." },
  currency: { 8: "I need the invoice for my tax return, and the page only shows an error." },
};

export function feedbackAbout(error: ShopError, event: number, shopper: Shopper | undefined) {
  const comments = words[error.name]?.[event];
  if (comments === undefined || !shopper) return [];
  return [
    { type: "user_report", body: { comments, name: shopper.username, email: shopper.email } },
  ];
}
