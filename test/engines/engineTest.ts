import { test, type TestContext } from 'node:test'
import { type Engine, HungError } from './engine.ts'

/** A test that needs engines. Without one of them it is left out, which `npm run test:full` says loudly; under CI that is a failure. */
export function engineTest(name: string, engines: readonly Engine[], run: (t: TestContext) => Promise<void>): void {
  const missing = engines.map((engine) => engine.missing).find((reason) => reason !== undefined)
  if (missing) process.stderr.write(`!!! LEFT OUT: ${name}: ${missing} !!!\n`)
  const unlessHung = async (t: TestContext): Promise<void> => {
    try {
      await run(t)
    } catch (cause) {
      if (!(cause instanceof HungError)) throw cause
      process.stderr.write(`${cause.message}; the test begins anew\n`)
      await run(t)
    }
  }
  test(name, { skip: process.env.CI ? false : (missing ?? false) }, unlessHung)
}
