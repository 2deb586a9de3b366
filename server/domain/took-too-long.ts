/**
 * A page read aborted at its deadline. Thrown by a loader, React Router treats it as a response
 * (`data()` creates objects of this shape), so the page shows the message with the status. For all
 * others, an ordinary error.
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
