import { parseAddress } from "#server/domain/net/address.ts";

// A release such as `web@1.2.3` doesn't end in a domain name.
const mailAddress =
  /[\w.!#$%&'*+/=?^`{|}~-]{1,64}(?:@|%40)(?:[\w-]{1,63}\.){1,8}[a-z]{2,24}(?![\w-])/gi;
const maybeFour = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])/g;
const maybeSix = /(?<![\w:.])[\da-f:]{2,39}(?:\.\d{1,3}){0,3}(?![\w:])/gi;

/** A text without email and IP addresses, for public pages. */
export function withoutPeople(text: string): string {
  return text
    .replace(mailAddress, "(email)")
    .replace(maybeSix, (found) => (isSix(found) ? "(IP address)" : found))
    .replace(maybeFour, (found) => (isFour(found) ? "(IP address)" : found));
}

/** A quad that ends in zero is a network, or a browser's version. */
const isFour = (text: string): boolean => parseAddress(text) !== undefined && !text.endsWith(".0");

/** `std::fmt` and `12:30:07` are not; `a::b` could be, but is a name. */
const isSix = (text: string): boolean =>
  text.includes(":") &&
  (text.match(/[\da-f]+/gi) ?? []).some((group) => /\d/.test(group)) &&
  parseAddress(text) !== undefined;

/** All texts within a value of any shape. */
export function valueWithoutPeople<Value>(value: Value): Value {
  if (typeof value === "string") return withoutPeople(value) as Value;
  if (Array.isArray(value)) return value.map((each: unknown) => valueWithoutPeople(each)) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, valueWithoutPeople(each as unknown)]),
  ) as Value;
}
