const newline = 0x0a;

/** The third line: an envelope's header and its one item's header are before it. */
export function payloadOf(body: Buffer): string {
  const start = body.indexOf(newline, body.indexOf(newline) + 1) + 1;
  return body.toString("utf8", start);
}
