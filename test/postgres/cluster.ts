import { after, test, type TestContext } from 'node:test'
import { type Cluster, newDatabase, postgresPrograms, run, startCluster } from './startCluster.ts'

/** Where a test gets its databases. The runner starts one cluster for its run; a test file that runs alone starts its own. */
export type Databases = Pick<Cluster, 'newDatabase'>

let own: Promise<Cluster> | undefined
const { TEST_CLUSTER } = process.env
const made: string[] = []
export async function databases(): Promise<Databases> {
  if (TEST_CLUSTER === undefined) return (own ??= startCluster())
  return {
    async newDatabase() {
      const address = await newDatabase(TEST_CLUSTER)
      made.push(address)
      return address
    },
  }
}
after(async () => {
  await (await own)?.end()
  // There are hundreds of them in a run.
  for (const address of made)
    await run(`${TEST_CLUSTER}/postgres`, `drop database ${new URL(address).pathname.slice(1)} with (force)`)
})

/** A cluster for one test, which may crash it. */
export async function newCluster(t: TestContext): Promise<Cluster> {
  const cluster = await startCluster()
  t.after(() => cluster.end())
  return cluster
}

/** Finds an advisory lock in pg_locks, which lists those of every test's database. */
export const isLock = (key: number): string =>
  `locktype = 'advisory' and objid = ${key} and database = (select oid from pg_database where datname = current_database())`

/** Without PostgreSQL these tests are skipped, which `npm run test:full` reports loudly; under CI that is a failure. */
export function postgresTest(name: string, work: (t: TestContext, databases: Databases) => Promise<void>): void {
  const skip = postgresPrograms === undefined && !process.env.CI ? 'no PostgreSQL was found' : false
  test(name, { skip }, async (t) => work(t, await databases()))
}
