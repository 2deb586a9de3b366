import type { UnmappedReason } from "./artifact.ts";

/** Why a stack shows what the browser ran: the end of a sentence, for the frame and for the page that lists every file. */
export const unmappedWords: { [Reason in UnmappedReason]: string } = {
  "no-debug-id":
    "the event names no debug id for this file, and no file that was uploaded for its release has this address",
  "no-bundle": "nobody uploaded a source map with this debug id",
  "no-map": "the file was uploaded without its source map",
  "not-in-map": "the source map has nothing for this position: it may be that of another build",
  "broken-map": "the source map that was uploaded cannot be read",
  "no-position": "the browser told no line or no column",
  unread: "reading its source map took too long or too much memory; whoever opens this page tries again",
};
