type Verb<Parts> = (parts: Parts, ...asked: never[]) => unknown;
type WithoutParts<Function> = Function extends (parts: never, ...asked: infer Asked) => infer Answer
  ? (...asked: Asked) => Answer
  : never;

/** Functions of `parts` as their callers see them. */
export type WithParts<Verbs> = { readonly [Name in keyof Verbs]: WithoutParts<Verbs[Name]> };

/** Gives the parts to each function, so that callers need to know none of them. */
export function withParts<Parts, Verbs extends { [name: string]: Verb<Parts> }>(
  parts: Parts,
  verbs: Verbs,
): WithParts<Verbs> {
  const bound = Object.entries(verbs).map(([name, verb]) => [name, verb.bind(undefined, parts)]);
  return Object.fromEntries(bound) as WithParts<Verbs>;
}
