import type { Note, Thread } from "#server/domain/event/error-event.ts";
import { type Json, type JsonObject, textOf } from "#server/domain/json.ts";
import { readStack } from "./frames.ts";
import { objectsOf } from "./lenient.ts";
import { noteTrimmed } from "./notes.ts";

const maxThreads = 50;

/** Threads with a stack; a lone stack at the top of an old event becomes a thread. */
export function readThreads(payload: JsonObject, platform: string, notes: Note[]): Thread[] {
  const sent = objectsOf(payload["threads"], "threads", notes);
  if (sent.length > maxThreads) noteTrimmed(notes, "threads", maxThreads, sent.length, "threads");
  const threads = sent
    .slice(0, maxThreads)
    .map((thread, index) => readThread(thread, platform, `threads.values.${index}`, notes));
  const lone = loneStack(payload["stacktrace"], platform, notes);
  return [...lone, ...threads].filter((thread) => thread.frames.length > 0);
}

function loneStack(stacktrace: Json | undefined, platform: string, notes: Note[]): Thread[] {
  if (stacktrace === undefined || stacktrace === null) return [];
  return [
    {
      crashed: false,
      current: true,
      frames: readStack(stacktrace, platform, "stacktrace", notes).frames,
    },
  ];
}

function readThread(sent: JsonObject, platform: string, path: string, notes: Note[]): Thread {
  const { frames } = readStack(sent["stacktrace"], platform, `${path}.stacktrace`, notes);
  const thread: Thread = {
    crashed: sent["crashed"] === true,
    current: sent["current"] === true,
    frames,
  };
  const id = textOf(sent["id"]);
  const name = textOf(sent["name"]);
  if (id !== undefined) thread.id = id;
  if (name !== undefined) thread.name = name;
  return thread;
}
