type Step =
  | { kind: "text"; text: string }
  | { kind: "one" }
  | { kind: "within" }
  | { kind: "any" }
  | { kind: "folders" };

/**
 * A case-insensitive pattern: `*` matches anything, `?` one character. In paths, `*` stops at a
 * slash, `**` doesn't, and `**` with a slash after it matches any folders or none. Not a regular expression: time is at
 * most pattern × text, regardless of input.
 */
export function globOf(pattern: string, kind: "text" | "path"): (text: string) => boolean {
  const wanted = pattern.toLowerCase();
  if (!/[*?]/.test(wanted))
    return (text) => text.length === wanted.length && text.toLowerCase() === wanted;
  const steps = stepsOf(wanted, kind);
  const pieces = steps.flatMap((step) => (step.kind === "text" ? step.text : []));
  return (text) => {
    const lower = text.toLowerCase();
    // Rejects nearly all mismatches.
    return pieces.every((piece) => lower.includes(piece)) && reachesEnd(steps, lower);
  };
}

function stepsOf(pattern: string, kind: "text" | "path"): Step[] {
  const pieces = pattern.match(kind === "path" ? /\*\*\/|\*+|\?|[^*?]+/g : /\*+|\?|[^*?]+/g) ?? [];
  return pieces.map((piece): Step => {
    if (piece === "**/" && kind === "path") return { kind: "folders" };
    if (piece.startsWith("*")) return { kind: kind === "path" && piece === "*" ? "within" : "any" };
    return piece === "?" ? { kind: "one" } : { kind: "text", text: piece };
  });
}

/** The positions where each step can end, step by step. */
function reachesEnd(steps: Step[], text: string): boolean {
  let at = new Set([0]);
  for (const step of steps) {
    at = after(step, at, text);
    if (at.size === 0) return false;
  }
  return at.has(text.length);
}

function after(step: Step, at: Set<number>, text: string): Set<number> {
  const next = new Set<number>();
  if (step.kind === "text") {
    for (const place of at)
      if (text.startsWith(step.text, place)) next.add(place + step.text.length);
  } else if (step.kind === "one") {
    for (const place of at) if (place < text.length) next.add(place + 1);
  } else spread(step.kind, at, text, next);
  return next;
}

function spread(
  kind: "within" | "any" | "folders",
  at: Set<number>,
  text: string,
  next: Set<number>,
): void {
  let open = false;
  for (let place = Math.min(...at); place <= text.length; place++) {
    if (kind === "within" && text[place - 1] === "/") open = false;
    const begins = at.has(place);
    open ||= begins;
    if (!open) continue;
    if (kind !== "folders" || begins || text[place - 1] === "/") next.add(place);
  }
}
