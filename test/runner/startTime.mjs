// Loaded before tests without a browser, and before each program that they start: their clock begins at one time, whatever the day is.
const Machine = Date
if (process.env.TEST_AHEAD === undefined) {
  const start = process.env.TEST_STARTS_AT ?? '2026-12-02T10:00:00+08:00'
  process.env.TEST_AHEAD = String(Date.parse(start) - Date.now())
  process.env.NODE_OPTIONS = `--import ${import.meta.url}`
}
const ahead = Number(process.env.TEST_AHEAD)
const now = () => Machine.now() + ahead

globalThis.Date = class extends Machine {
  constructor(...parts) {
    if (parts.length === 0) super(now())
    else super(...parts)
  }
  static now = now
}
