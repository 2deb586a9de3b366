// Preloaded into a server: starts its clock at SPOOR_TEST_CLOCK, milliseconds since 1970, so that
// no data expires.
const offsetMs = Number(process.env.SPOOR_TEST_CLOCK) - Date.now();
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...words) {
    super(...(words.length === 0 ? [RealDate.now() + offsetMs] : words));
  }
  static now() {
    return RealDate.now() + offsetMs;
  }
};
