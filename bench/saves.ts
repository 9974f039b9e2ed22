import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { diskSpeed, folderWith, newFolder, syncDisk } from './folders.ts'
import { openLoader, post } from './loader.ts'
import { baselinePackages } from './packages.ts'
import { atLeast, printRatio } from './print.ts'
import { type Program, startOurs, startBaseline } from './programs.ts'
import { agents } from './records.ts'
import { alternate, type Contestants, type Samples } from './rounds.ts'

const path = '/v1/agent/saveAgent'
const [rounds, leadMs, ms] = [5, 200, 1_500]
/** In microseconds; 30 are normal. */
const slowMake = 200
const sizes = [100, 10_000, 100_000] as const
const clientCounts = [1, 32] as const
const request = post(path, { agentName: '联系人', agentInfo: '山东第##########建设工程有限公司', phone: '1##########' })

type Name = 'ours' | 'SQLite'
type Size = (typeof sizes)[number]
type ClientCount = (typeof clientCounts)[number]
type Key = `${Size} ${ClientCount} ${Name}`

interface Server {
  size: Size
  name: Name
  program: Program
  /** How many requests it has received, so that no two are the same. */
  sent: number
}

export async function saves(): Promise<void> {
  const servers = await startAll(baselinePackages())
  console.log(`saves: POST ${path}, each durable before its answer, every row another; ${rounds} rounds of ${ms / 1000} s in turn`)
  const { make, sync } = diskSpeed()
  console.log(`  (the disk just now: ${make.toFixed(0)} µs to make a file, ${sync.toFixed(0)} µs to sync one; access log on, to a file)`)
  if (make > slowMake) {
    console.log('  (THE DISK MAKES FILES SLOWLY just now, as ext4 does for minutes after many were deleted: measure again later)')
  }

  const loader = openLoader()
  const measure = async (server: Server, clients: ClientCount): Promise<number> => {
    const { perSecond, next } =
      await loader.run({ port: server.program.port, clients, leadMs, ms, requests: [request], from: server.sent })
    server.sent = next
    return perSecond
  }
  const contestants: Partial<Contestants<Key>> = Object.fromEntries(
    clientCounts.flatMap((count) => servers.map((server) => [`${server.size} ${count} ${server.name}`, () => measure(server, count)])),
  )
  for (const count of clientCounts) for (const server of servers) await measure(server, count)
  const samples = await alternate(rounds, contestants as Contestants<Key>)
  loader.close()
  for (const { program } of servers) await program.stop()

  const shown = (count: number): string => count.toLocaleString('en-US')
  const growth = servers.filter(({ name }) => name === 'ours').map(({ size, sent }) => `${shown(size)} to ${shown(size + sent)}`)
  console.log(`  (each round went on in the same folders: ours grew from ${growth.join(', from ')} records)`)
  print(samples)
}

/** In the order of measurement: servers that are compared are close together. */
async function startAll(packages: string): Promise<Server[]> {
  const prepared = sizes.map((size) => ({ size, ...recordsOf(size) }))
  syncDisk()
  const servers: Server[] = []
  const add = (size: Size, name: Name, program: Program): void => void servers.push({ size, name, program, sent: 0 })
  for (const { size, folder, records } of prepared) {
    add(size, 'ours', await startOurs(folder))
    const otherFolder = newFolder()
    add(size, 'SQLite', await startBaseline('sqliteSaves', otherFolder, records, join(otherFolder, 'saves.db'), packages))
  }
  return servers
}

function recordsOf(size: Size): { folder: string; records: string } {
  const all = [...agents(size)]
  const records = join(newFolder(), 'records.json')
  writeFileSync(records, JSON.stringify(all))
  return { folder: folderWith('agent', all), records }
}

function print(samples: Samples<Key>): void {
  for (const size of sizes) {
    for (const count of clientCounts) {
      const what = `${size.toLocaleString('en-US')} records, ${count} ${count === 1 ? 'client' : 'clients'}`
      const ours: [string, number[]] = ['ours', samples[`${size} ${count} ours`]]
      printRatio(`${what}, ÷ SQLite`, ours, ['SQLite', samples[`${size} ${count} SQLite`]], '/s', count === 32 ? atLeast(1) : undefined)
    }
  }
  for (const count of clientCounts) {
    const what = `100,000 records ÷ 100 records, ${count} ${count === 1 ? 'client' : 'clients'}`
    printRatio(what, ['at 100,000', samples[`100000 ${count} ours`]], ['at 100', samples[`100 ${count} ours`]], '/s', atLeast(0.75))
  }
}
