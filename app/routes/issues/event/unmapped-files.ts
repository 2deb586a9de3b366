import type { Frame } from "#server/domain/event/error-event.ts";

/**
 * Frames with a full reason why they are not mapped: the first of each file and reason, because
 * thirty frames of a bundle would repeat it.
 */
export function firstOfEachFile(frames: Frame[]): ReadonlySet<Frame> {
  const first = new Map<string, Frame>();
  for (const frame of frames) {
    const key = `${frame.unmapped} ${frame.absPath ?? frame.file}`;
    if (frame.unmapped && !first.has(key)) first.set(key, frame);
  }
  return new Set(first.values());
}

/** `https://shop.example/assets/index-4f2a.js?v=1` → `index-4f2a.js` */
export function fileName(url: string): string {
  const path = url.replace(/[?#].*$/, "");
  return path.slice(path.lastIndexOf("/") + 1) || url;
}
