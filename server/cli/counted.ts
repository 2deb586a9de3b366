/** `1 user`, `2 users`, `1,204 users`. */
export const counted = (count: number, one: string): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : `${one}s`}`;
