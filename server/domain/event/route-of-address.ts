/**
 * The route of a page's URL, if the trace's root transaction is its pattern: `/shop/:product` of
 * `/shop/lamp`. SDKs name browser errors by URL, and the trace by route.
 */
export function routeOfAddress(address: string, rootTransaction: unknown): string | undefined {
  if (typeof rootTransaction !== "string" || address === rootTransaction) return undefined;
  if (!isPath.test(address) || !isPath.test(rootTransaction)) return undefined;
  return isOfPattern(address.split("/"), rootTransaction.split("/")) ? rootTransaction : undefined;
}

const isPath = /^\/[^?#\s]*$/;
/** `:id`, `{id}`, `[id]`, `$id` */
const parameter = /^(?::\w+|\{\w+\}|\[\w+\]|\$\w+)$/;

const isOfPattern = (parts: string[], pattern: string[]): boolean =>
  parts.length === pattern.length &&
  pattern.every(
    (each, index) => each === parts[index] || (parameter.test(each) && parts[index] !== ""),
  );
