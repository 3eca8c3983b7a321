// Loaded into one node before anything else: its own clock is two hours ahead of everybody's.
const ahead = 2 * 3_600_000;
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + ahead);
    else super(...given);
  }
  static now() {
    return RealDate.now() + ahead;
  }
};
