import { after, test, type TestContext } from 'node:test'
import { type Cluster, postgresPrograms, startCluster } from './startCluster.ts'

let shared: Promise<Cluster> | undefined
after(async () => {
  await (await shared)?.end()
})
/** One for each test file. */
export const sharedCluster = (): Promise<Cluster> => (shared ??= startCluster())

/** Without PostgreSQL these tests are skipped, which `npm test` reports loudly; under CI that is a failure. */
export function postgresTest(name: string, work: (t: TestContext, cluster: Cluster) => Promise<void>): void {
  test(name, { skip: postgresPrograms === undefined && !process.env.CI ? 'no PostgreSQL was found' : false }, async (t) => work(t, await sharedCluster()))
}
