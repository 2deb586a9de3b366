/**
 * `{ [name]: text }` where the value is one, cut to what is kept; nothing otherwise. Null is how
 * tools say "not given".
 */
export const textField = <Name extends string>(name: Name, value: unknown, longest = 200) =>
  (typeof value === "string" && value !== "" ? { [name]: value.slice(0, longest) } : {}) as {
    [Key in Name]?: string;
  };
