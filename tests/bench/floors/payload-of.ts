const newline = 0x0a;

/** The third line, after the envelope's and the item's header. */
export function payloadOf(body: Buffer): string {
  const start = body.indexOf(newline, body.indexOf(newline) + 1) + 1;
  return body.toString("utf8", start);
}
