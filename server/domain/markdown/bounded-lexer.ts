import { Lexer, type Token, Tokenizer, type Tokens, type TokensList } from "marked";

const deepest = 8;
const mostDelimiters = 300;
const tooDeep = /^(?: {0,3}>[ \t]?){7}/;

class BoundedTokenizer extends Tokenizer {
  /** Bare URLs are found together with mentions and short IDs (`scan-words.ts`). */
  override url(): undefined {
    return undefined;
  }

  /**
   * Nested blockquotes are processed one level at a time, doubling the work per level, unless
   * `blockTokens` continues after the quote.
   */
  override blockquote(src: string): Tokens.Blockquote | undefined {
    return tooDeep.test(src) ? undefined : super.blockquote(src);
  }
}

/**
 * Marked's lexer with limits: its recursion overflows the stack on a line of 10,000 `>`, and its
 * search for the ends of emphasis is quadratic, 700 ms for 10,000 characters. Text beyond the
 * limits stays plain.
 */
export class BoundedLexer extends Lexer {
  private depth = 0;
  /**
   * Each level reads its letters once; lines that alternate quotes and lists double that at each
   * level.
   */
  private lettersLeft = 0;

  constructor() {
    super({ gfm: true, breaks: true, tokenizer: new BoundedTokenizer() });
  }

  override blockTokens(src: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(
    src: string,
    tokens?: TokensList,
    lastParagraphClipped?: boolean,
  ): TokensList;
  override blockTokens(src: string, tokens: Token[] = [], lastParagraphClipped = false): Token[] {
    if (this.depth === 0) this.lettersLeft = deepest * src.length;
    this.lettersLeft -= src.length;
    if (this.depth >= deepest || this.lettersLeft < 0) return asText(src, tokens);
    this.depth += 1;
    try {
      return super.blockTokens(src, tokens, lastParagraphClipped);
    } finally {
      this.depth -= 1;
    }
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    const delimiters = src.match(/[*_~`[\]<!]/g)?.length ?? 0;
    return delimiters > mostDelimiters ? asText(src, tokens) : super.inlineTokens(src, tokens);
  }
}

function asText(src: string, tokens: Token[]): Token[] {
  tokens.push({ type: "text", raw: src, text: src });
  return tokens;
}
