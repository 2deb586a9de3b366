import { Lexer, type Token, Tokenizer, type TokensList } from "marked";

const deepest = 8;
const mostDelimiters = 300;

/** Addresses that nothing marks as links are found with mentions and short ids (`scan-words.ts`). */
class MarkedLinksAlone extends Tokenizer {
  override url(): undefined {
    return undefined;
  }
}

/**
 * Marked's lexer with bounds: its recursion overflows the stack at a line of 10,000 `>`, and its search for the ends of emphasis
 * costs the square of how many could begin, 700 ms for 10,000 characters. What is beyond the bounds stays text.
 */
export class BoundedLexer extends Lexer {
  private depth = 0;

  constructor() {
    super({ gfm: true, breaks: true, tokenizer: new MarkedLinksAlone() });
  }

  override blockTokens(src: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(src: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
  override blockTokens(src: string, tokens: Token[] = [], lastParagraphClipped = false): Token[] {
    if (this.depth >= deepest) return asText(src, tokens);
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
