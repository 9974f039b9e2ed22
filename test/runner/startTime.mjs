// Loaded before tests without a browser, and before each program that they start: their clock begins at one time, whatever the day is.
const start = process.env.TEST_STARTS_AT ?? '2026-12-02T10:00:00+08:00'
const Machine = Date
process.env.TEST_AHEAD ??= String(Date.parse(start) - Machine.now())
const ahead = Number(process.env.TEST_AHEAD)

globalThis.Date = class extends Machine {
  constructor(...parts) {
    if (parts.length === 0) super(Machine.now() + ahead)
    else super(...parts)
  }
  static now = () => Machine.now() + ahead
}
process.env.NODE_OPTIONS = `--import ${process.env.TEST_RELEASE}/startTime.mjs`
