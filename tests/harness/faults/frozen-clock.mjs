// Loaded into every thread of a server under test (NODE_OPTIONS=--import): fixes the time at
// SPOOR_FROZEN_AT.
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
