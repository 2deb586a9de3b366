/** Milliseconds since 1970, of a date as tools write it (nanoseconds and all). */
export const timeOf = <Name extends string>(name: Name, value: unknown) => {
  const time = typeof value === "string" ? Date.parse(value.replace(/(\.\d{3})\d+/, "$1")) : NaN;
  return (Number.isNaN(time) ? {} : { [name]: time }) as { [Key in Name]?: number };
};

/** `sentry-cli/3.8.0 vite-plugin/10.78.0`: who uploaded, in few words. */
export const toolName = (userAgent: string): string =>
  userAgent
    .replace(/\(.*?\)/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 100) || "unknown";
