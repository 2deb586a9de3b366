type Tagged = { at: number; tags: readonly (readonly [key: string, value: string])[] };

export type TagSummary = {
  key: string;
  /** Events with the key. */
  total: number;
  /** Distinct values; counting stops at the cap of issues. */
  distinct: number;
  values: { value: string; count: number; lastSeen: number }[];
};

type Asked = { values: number; keys?: number; key?: string; query?: string };
type Value = TagSummary["values"][number];

const usualKeys = 50;

/**
 * Tags of some events: the keys that most of them have, each with its most frequent values. `key`:
 * only this one. `query`: keys that contain it, case-insensitive. `keys` in the result: the number
 * of keys.
 */
export function tagCounts(
  events: readonly Tagged[],
  asked: Asked,
): { tags: TagSummary[]; keys: number } {
  const ofKey = new Map<string, { total: number; values: Map<string, Value> }>();
  for (const { at, tags } of events)
    for (const [key, value] of new Map(tags)) {
      const counted = ofKey.get(key) ?? { total: 0, values: new Map<string, Value>() };
      ofKey.set(key, counted);
      counted.total += 1;
      const known = counted.values.get(value);
      if (known)
        Object.assign(known, { count: known.count + 1, lastSeen: Math.max(known.lastSeen, at) });
      else counted.values.set(value, { value, count: 1, lastSeen: at });
    }
  const matching = [...ofKey].filter(([key]) => matches(key, asked));
  const listed = matching.toSorted(
    ([a, { total: of }], [b, { total: to }]) => to - of || (a < b ? -1 : 1),
  );
  return {
    keys: matching.length,
    tags: listed.slice(0, asked.keys ?? usualKeys).map(([key, { total, values }]) => ({
      key,
      total,
      distinct: values.size,
      values: [...values.values()].toSorted(byFrequency).slice(0, asked.values),
    })),
  };
}

const matches = (key: string, { key: only, query = "" }: Asked): boolean =>
  (only === undefined || key === only) && key.toLowerCase().includes(query.toLowerCase());

const byFrequency = (a: Value, b: Value): number =>
  b.count - a.count || b.lastSeen - a.lastSeen || (a.value < b.value ? -1 : 1);
