/**
 * `{ [name]: text }` if the value is a text, truncated; otherwise empty. Tools send null for
 * missing values.
 */
export const textField = <Name extends string>(name: Name, value: unknown, longest = 200) =>
  (typeof value === "string" && value !== "" ? { [name]: value.slice(0, longest) } : {}) as {
    [Key in Name]?: string;
  };
