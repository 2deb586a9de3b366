const kinds = new Set(["client", "server", "producer", "consumer"]);

/** The span's operation, if its SDK sends more than the kind: `db.query`. */
export function Op({ op }: { op: string | undefined }) {
  if (op === undefined || kinds.has(op)) return null;
  return <span className="op">{op}</span>;
}
