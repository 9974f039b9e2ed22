import type { TestContext } from 'node:test'

/** A browser on a busy machine may fail for reasons that are not ours: under CI a test has a second try, on a new server, and the first failure is reported. */
export function twiceUnderCi(name: string, run: (t: TestContext) => Promise<void>): (t: TestContext) => Promise<void> {
  if (!process.env.CI) return run
  return (t) =>
    run(t).catch((cause) => {
      process.stderr.write(`!!! UNSTEADY: ${name}: ${cause.stack} !!!\n`)
      return run(t)
    })
}
