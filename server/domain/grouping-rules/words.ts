/** A word of a rule's line: its text without quotes, and where quotes started. */
export type RuleWord = {
  raw: string;
  text: string;
  /** Index in `text` from which it was quoted. */ quotedAt?: number;
};

/**
 * Splits a line at spaces. Double-quoted text is one word (with `\"` and `\\` escaped), and so is
 * `{{ … }}`. Undefined: an unclosed quote.
 */
export function wordsOfRule(line: string): RuleWord[] | undefined {
  const words: RuleWord[] = [];
  let at = 0;
  while (at < line.length) {
    if (isSpace(line[at]!)) at++;
    else {
      const read = readWord(line, at);
      if (!read) return undefined;
      words.push(read.word);
      at = read.end;
    }
  }
  return words;
}

function readWord(line: string, from: number): { word: RuleWord; end: number } | undefined {
  let text = "";
  let quotedAt: number | undefined;
  let at = from;
  while (at < line.length && !isSpace(line[at]!)) {
    if (line[at] === '"') {
      const quoted = readQuoted(line, at + 1);
      if (!quoted) return undefined;
      quotedAt ??= text.length;
      text += quoted.text;
      at = quoted.end;
    } else {
      const end = line.startsWith("{{", at) ? endOfVariable(line, at) : at + 1;
      text += line.slice(at, end);
      at = end;
    }
  }
  const raw = line.slice(from, at);
  return { word: { raw, text, ...(quotedAt !== undefined && { quotedAt }) }, end: at };
}

function readQuoted(line: string, from: number): { text: string; end: number } | undefined {
  let text = "";
  for (let at = from; at < line.length; at++) {
    if (line[at] === '"') return { text, end: at + 1 };
    if (line[at] === "\\" && (line[at + 1] === '"' || line[at + 1] === "\\")) at++;
    text += line[at];
  }
  return undefined;
}

function endOfVariable(line: string, from: number): number {
  const end = line.indexOf("}}", from);
  return end < 0 ? from + 2 : end + 2;
}

const isSpace = (letter: string) => /\s/.test(letter);

/** A word that parses to this text. */
export function quoted(text: string): string {
  // An unclosed brace pair would include the following words.
  const isPlain = text !== "" && !/[\s"]|\{\{/.test(text.replace(/\{\{ [\w.-]+ \}\}/g, ""));
  return isPlain ? text : `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
