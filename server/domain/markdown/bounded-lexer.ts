import { Lexer, type Token, Tokenizer, type Tokens, type TokensList } from "marked";

const deepest = 8;
const mostDelimiters = 300;
const tooDeep = /^(?: {0,3}>[ \t]?){7}/;

class BoundedTokenizer extends Tokenizer {
  /**
   * Addresses that nothing marks as links are found with mentions and short ids (`scan-words.ts`).
   */
  override url(): undefined {
    return undefined;
  }

  /**
   * Goes on in the line after a quote without passing by `blockTokens`, a level at a time: twice
   * the work for each.
   */
  override blockquote(src: string): Tokens.Blockquote | undefined {
    return tooDeep.test(src) ? undefined : super.blockquote(src);
  }
}

/**
 * Marked's lexer with bounds: its recursion overflows the stack at a line of 10,000 `>`, and its
 * search for the ends of emphasis costs the square of how many could begin, 700 ms for 10,000
 * characters. What is beyond the bounds stays text.
 */
export class BoundedLexer extends Lexer {
  private depth = 0;
  /**
   * Each level reads its letters once; lines that continue with quotes and lists within each other
   * make it twice, at each level.
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
