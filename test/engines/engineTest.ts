import { test, type TestContext } from 'node:test'
import type { Engine } from './engine.ts'

/** A test that needs engines. Without one of them it is left out, which `npm run test:full` says loudly; under CI that is a failure. */
export function engineTest(name: string, engines: readonly Engine[], run: (t: TestContext) => Promise<void>): void {
  const missing = engines.map((engine) => engine.missing).find((reason) => reason !== undefined)
  if (missing) process.stderr.write(`!!! LEFT OUT: ${name}: ${missing} !!!\n`)
  test(name, { skip: process.env.CI ? false : (missing ?? false) }, run)
}
