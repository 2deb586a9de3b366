/** Milliseconds since 1970, parsed from dates as tools write them, including nanoseconds. */
export const timeOf = <Name extends string>(name: Name, value: unknown) => {
  const time = typeof value === "string" ? Date.parse(value.replace(/(\.\d{3})\d+/, "$1")) : NaN;
  return (Number.isNaN(time) ? {} : { [name]: time }) as { [Key in Name]?: number };
};

/** `sentry-cli/3.8.0 vite-plugin/10.78.0`: a short name of the uploading tool. */
export const toolName = (userAgent: string): string =>
  userAgent
    .replace(/\(.*?\)/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 100) || "unknown";
