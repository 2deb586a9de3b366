/** Goes when the last noun is there. */
export function notPortedYet<T extends object>(noun: string): T {
  return new Proxy({} as T, {
    get: (_, name) => () => Promise.reject(new Error(`PostgreSQL: ${noun}.${String(name)} is not there yet`)),
  });
}
