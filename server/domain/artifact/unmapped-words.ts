import type { UnmappedReason } from "./artifact.ts";

/**
 * Why a stack shows minified code: the end of a sentence, for the frame and the page of all files.
 */
export const unmappedWords: { [Reason in UnmappedReason]: string } = {
  "no-debug-id":
    "the event has no debug ID for this file, and no uploaded file in this release matches its URL",
  "no-bundle": "no source map with this debug ID was uploaded",
  "no-map": "the file was uploaded without its source map",
  "not-in-map": "the source map has no entry for this position; it may be from another build",
  "broken-map": "the uploaded source map cannot be read",
  "no-position": "the browser reported no line or column",
  unread: "reading its source map took too long or too much memory; reload the page to try again",
};
