export type Cart = { id: number; lines: { price: number }[] };

export function firstPrice(cart: Cart): number {
  const [line] = cart.lines;
  return line!.price;
}
