/**
 * A read of a page that was given up at its deadline. Thrown by a loader, React Router takes it for
 * an answer (`data()` makes objects of this shape), so the page says the sentence with the status.
 * Everyone else meets an error like others.
 */
export class TookTooLong extends Error {
  readonly type = "DataWithResponseInit";
  readonly data = { detail: tookTooLongSentence };
  readonly init = { status: 503 };

  constructor() {
    super(tookTooLongSentence);
  }
}

const tookTooLongSentence =
  "This view took too long to load. Choose a shorter time range or a narrower search, then try again.";
export const tooLongRetryS = 30;
