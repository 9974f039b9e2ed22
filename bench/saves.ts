import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { diskSpeed, folderWith, newFolder, syncDisk } from './folders.ts'
import { openLoader, post } from './loader.ts'
import { baselinePackages } from './packages.ts'
import { atLeast, printRatio } from './print.ts'
import { type Program, startOurs, startBaseline } from './programs.ts'
import { leads } from './records.ts'
import { alternate } from './rounds.ts'

const path = '/v1/agent/saveAgent'
const rounds = 5
const leadMs = 200
const ms = 1_500
/** In microseconds; 30 are normal. */
const slowMake = 200
const sizes = [100, 10_000, 100_000] as const
const clientCounts = [1, 32] as const
const request = post(path, { agentName: '联系人', agentInfo: '山东第##########建设工程有限公司', phone: '1##########' })

interface Server {
  /** Such as `ours 100`. */
  name: string
  program: Program
  /** How many requests it has received, so that no two are the same. */
  sent: number
}

export async function saves(): Promise<void> {
  const servers = await startAll(baselinePackages())
  console.log(
    `saves: POST ${path}, each durable before its answer, every row another; ${rounds} rounds of ${ms / 1000} s in turn`,
  )
  const { make, sync } = diskSpeed()
  console.log(
    `  (the disk just now: ${make.toFixed(0)} µs to make a file, ${sync.toFixed(0)} µs to sync one; access log on, to a file)`,
  )
  if (make > slowMake) {
    console.log(
      '  (THE DISK MAKES FILES SLOWLY just now, as ext4 does for minutes after many were deleted: measure again later)',
    )
  }
  for (const clients of clientCounts) await compare(servers, clients)
  for (const { program } of servers) await program.stop()
}

/** In the order of measurement: servers that are compared are close together. */
async function startAll(packages: string): Promise<Server[]> {
  const prepared = sizes.map((size) => {
    const all = [...leads(size)]
    const records = join(newFolder(), 'records.json')
    writeFileSync(records, JSON.stringify(all))
    return { size, records, folder: folderWith('agent', all) }
  })
  syncDisk()
  const servers: Server[] = []
  for (const { size, folder, records } of prepared) {
    servers.push({ name: `ours ${size}`, program: await startOurs(folder), sent: 0 })
    const words = [records, join(newFolder(), 'saves.db'), packages]
    servers.push({
      name: `SQLite ${size}`,
      program: await startBaseline('sqliteSaves', newFolder(), ...words),
      sent: 0,
    })
  }
  return servers
}

/** Each round goes on in the same folders, so they grow. */
async function compare(servers: Server[], clients: number): Promise<void> {
  const loader = openLoader()
  const measure = async (server: Server): Promise<number> => {
    const { perSecond, next } = await loader.run({
      port: server.program.port,
      clients,
      leadMs,
      ms,
      requests: [request],
      from: server.sent,
    })
    server.sent = next
    return perSecond
  }
  for (const server of servers) await measure(server)
  const samples = await alternate<string>(
    rounds,
    Object.fromEntries(servers.map((server) => [server.name, () => measure(server)])),
  )
  loader.close()

  const samplesOf = (name: string): [string, number[]] => [name, samples[name] ?? []]
  const by = `${clients} ${clients === 1 ? 'client' : 'clients'}`
  for (const size of sizes) {
    const what = `${size.toLocaleString('en-US')} records, ${by}, ÷ SQLite`
    printRatio(
      what,
      samplesOf(`ours ${size}`),
      samplesOf(`SQLite ${size}`),
      '/s',
      clients === 32 ? atLeast(1) : undefined,
    )
  }
  printRatio(
    `100,000 records ÷ 100 records, ${by}`,
    samplesOf('ours 100000'),
    samplesOf('ours 100'),
    '/s',
    atLeast(0.75),
  )
}
