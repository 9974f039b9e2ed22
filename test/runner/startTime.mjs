// Loaded before tests without a browser, and before each program that they start: their clock begins at TEST_STARTS_AT.
const Machine = Date
if (process.env.TEST_AHEAD === undefined) {
  process.env.TEST_AHEAD = String(Date.parse(process.env.TEST_STARTS_AT) - Date.now())
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
