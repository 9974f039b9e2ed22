import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '../server/store/postgres/database.ts'
import { createSchema } from '../server/store/postgres/schema.ts'
import { type Cluster, postgresPrograms, startCluster } from '../test/postgres/startCluster.ts'
import { folderWith, newFolder, syncDisk } from './folders.ts'
import { openLoader, post } from './loader.ts'
import { atLeast, printAim, printRatio, under } from './print.ts'
import { type Program, startBaseline, startOurs } from './programs.ts'
import { products, type Stored } from './records.ts'
import { alternate, type Contestants, median } from './rounds.ts'

const [rounds, leadMs, ms] = [5, 300, 1_500]
const batchSize = 5_000

/** The same server on PostgreSQL. */
export async function postgres(): Promise<void> {
  if (postgresPrograms === undefined) return console.log('  PostgreSQL is not installed: not measured')
  const cluster = await startCluster({ fsync: 'on' })
  const kill = (): void => cluster.kill()
  process.on('exit', kill)
  try {
    await speeds(cluster)
    await propagation(cluster)
    for (const count of [10_000, 100_000, 1_000_000]) await starts(cluster, count)
  } finally {
    await cluster.end()
    process.off('exit', kill)
  }
}

const onDatabase = (address: string, env: Record<string, string> = {}): Promise<Program> =>
  startOurs(newFolder(), { DATABASE_URL: address, DATA_DIR: newFolder(), ...env })

async function speeds(cluster: Cluster): Promise<void> {
  const records = [...products(10_000)]
  const address = await cluster.newDatabase()
  await fill(address, 'product', records)
  const onFiles = folderWith('product', records)
  syncDisk()
  const programs = {
    PostgreSQL: await onDatabase(address),
    files: await startOurs(onFiles),
    'bare node:http with postgres': await startBaseline('postgresSaves', newFolder(), await cluster.newDatabase()),
  }
  const save = post('/v1/agent/saveAgent', { agentName: '联系人', agentInfo: '山东第##########建设工程有限公司', phone: '1##########' })
  const list = post('/v1/product/list', { page: 1, limit: 10 })
  const page = 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: br\r\n\r\n'
  console.log(`postgres: 10,000 records, ${rounds} rounds of ${ms / 1000} s in turn; every save durable before its answer and another row`)

  const loader = openLoader()
  const sent = new Map<string, number>()
  const measure = (name: keyof typeof programs, request: string, clients: number) => async (): Promise<number> => {
    const { perSecond, next } =
      await loader.run({ port: programs[name].port, clients, leadMs, ms, requests: [request], from: sent.get(name) ?? 0 })
    if (request === save) sent.set(name, next)
    return perSecond
  }
  const saves = await alternate(rounds, {
    PostgreSQL: measure('PostgreSQL', save, 32),
    files: measure('files', save, 32),
    bare: measure('bare node:http with postgres', save, 32),
  })
  printRatio(
    'saves, 32 clients, ÷ bare node:http with postgres', ['PostgreSQL', saves.PostgreSQL], ['bare', saves.bare], '/s', atLeast(0.7),
  )
  printRatio('saves, 32 clients, ÷ files', ['PostgreSQL', saves.PostgreSQL], ['files', saves.files], '/s')
  for (const [what, request] of [['cached page', page], ['list', list]] as const) {
    const contestants: Contestants<'PostgreSQL' | 'files'> = {
      PostgreSQL: measure('PostgreSQL', request, 16), files: measure('files', request, 16),
    }
    for (const run of Object.values(contestants)) await run(0)
    const samples = await alternate(rounds, contestants)
    printRatio(`${what}, 16 connections, ÷ files`, ['PostgreSQL', samples.PostgreSQL], ['files', samples.files], '/s', atLeast(0.9))
  }
  loader.close()
  for (const program of Object.values(programs)) await program.stop()
}

/** From the answer to a save on one server until the page of another server shows it. */
async function propagation(cluster: Cluster): Promise<void> {
  const address = await cluster.newDatabase()
  const [one, two] = [await onDatabase(address), await onDatabase(address)]
  const call = async (path: string, body: object, token = ''): Promise<Record<string, string>> => {
    const headers = { 'Content-Type': 'application/json', ...(token !== '' && { 'Authorization-item': `Bearer ${token}` }) }
    const reply = await fetch(`http://127.0.0.1:${one.port}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return ((await reply.json()) as { data: Record<string, string> }).data
  }
  const { token } = await call('/v1/indexLogin/loginAuth', { username: 'admin', password: 'secret-of-bench' })
  const times: number[] = []
  for (let n = 0; n < 500; n++) {
    const title = `第${n}条`
    await call('/v1/news/saveNews', { newTitle: title }, token)
    const savedAt = performance.now()
    while (!(await (await fetch(`http://127.0.0.1:${two.port}/xwdt`)).text()).includes(title)) await delay(1)
    times.push(performance.now() - savedAt)
  }
  times.sort((a, b) => a - b)
  printAim('a save on the page of another server, median', median(times), ' ms', under(100))
  printAim('a save on the page of another server, 99th percentile', times[Math.floor(times.length * 0.99)] ?? NaN, ' ms')
  for (const program of [one, two]) await program.stop()
}

async function starts(cluster: Cluster, count: number): Promise<void> {
  const address = await cluster.newDatabase()
  await fill(address, 'product', products(count))
  // A million files are not made.
  const folder = count > 100_000 ? undefined : folderWith('product', products(count))
  syncDisk()
  const engines = { PostgreSQL: () => onDatabase(address), ...(folder !== undefined && { files: () => startOurs(folder) }) }
  const memory: Record<string, number[]> = {}
  const measure = (name: string, startOn: () => Promise<Program>) => async (): Promise<number> => {
    const program = await startOn()
    ;(memory[name] ??= []).push(program.memory() ?? NaN)
    await program.stop()
    return program.readyMs
  }
  for (const startOn of Object.values(engines)) await (await startOn()).stop()
  const times = await alternate(count > 100_000 ? 2 : rounds, Object.fromEntries(Object.entries(engines)
    .map(([name, startOn]) => [name, measure(name, startOn)])))
  for (const [name, all] of Object.entries(times)) {
    printAim(`${count.toLocaleString('en-US')} records on ${name}: ready after`, median(all), ' ms')
    printAim(`${count.toLocaleString('en-US')} records on ${name}: memory at ready`, median(memory[name] ?? []), ' MB')
  }
}

async function fill(address: string, collection: string, records: Iterable<Stored>): Promise<void> {
  const database = openDatabase(address, { connections: 1, onWarning: () => {} })
  await createSchema(database)
  let batch: Stored[] = []
  const send = async (): Promise<void> => {
    await database.query(
      `insert into zhuzhan_records (collection, id, revision, body, written_by)
      select $1, body->>'id', nextval('zhuzhan_revision'), body, 'bench' from json_array_elements($2::text::json) as rows (body)`,
      [collection, JSON.stringify(batch)],
    )
    batch = []
  }
  for (const record of records) if (batch.push(record) === batchSize) await send()
  if (batch.length > 0) await send()
  await database.query('analyze')
  await database.close()
}
