// Loaded into every thread of a Spoor under test (NODE_OPTIONS=--import): the time is always that of SPOOR_FROZEN_AT.
const RealDate = Date;
const frozenAt = Number(process.env.SPOOR_FROZEN_AT);

globalThis.Date = class extends RealDate {
  constructor(...words) {
    if (words.length > 0) super(...words);
    else super(frozenAt);
  }
  static now() {
    return frozenAt;
  }
};
