import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { diskSpeed, folderWith, newFolder, settleDisk } from './folders.ts'
import { type Loader, openLoader, post } from './loader.ts'
import { yardstickPackages } from './packages.ts'
import { atLeast, printRatio } from './print.ts'
import { type Program, startOurs, startYardstick } from './programs.ts'
import { agents } from './records.ts'
import { alternate, type Contestants, type Samples } from './rounds.ts'

const path = '/v1/agent/saveAgent'
const [rounds, leadMs, ms] = [5, 200, 1_500]
/** Enough where every save takes so long that nothing else counts. */
const oneFileMs = 800
const sizes = [100, 10_000, 100_000] as const
const crowds = [1, 32] as const
const request = post(path, { agentName: '联系人', agentInfo: '山东第##########建设工程有限公司', phone: '1##########' })

type Name = 'ours' | 'SQLite' | 'one file'
type Size = (typeof sizes)[number]
type Crowd = (typeof crowds)[number]
type Key = `${Size} ${Crowd} ${Name}`

export async function saves(): Promise<void> {
  const packages = yardstickPackages()
  const prepared = sizes.map((size) => ({ size, ...recordsOf(size) }))
  settleDisk()
  const programs: Program[] = []
  const contestants = new Map<string, (round: number) => Promise<number>>()
  const loader = openLoader()
  const saved = new Map<Program, number>()
  const grown: [Size, Program][] = []
  const enter = (size: Size, name: Name, program: Program): void => {
    programs.push(program)
    const time = name === 'one file' ? oneFileMs : ms
    for (const crowd of crowds) contestants.set(`${size} ${crowd} ${name}`, () => measure(loader, program, crowd, time, saved))
  }
  for (const { size, folder, records } of prepared) {
    const ours = await startOurs(folder)
    grown.push([size, ours])
    enter(size, 'ours', ours)
    const [forSqlite, forOneFile] = [newFolder(), newFolder()]
    enter(size, 'SQLite', await startYardstick('sqliteSaves', forSqlite, records, join(forSqlite, 'saves.db'), packages))
    enter(size, 'one file', await startYardstick('oneFile', forOneFile, records, join(forOneFile, 'saves.json')))
  }
  console.log(`saves: POST ${path}, each durable before its answer, every row another; ${rounds} rounds of ${ms / 1000} s in turn`)
  const { make, sync } = diskSpeed()
  console.log(`  (the disk just now: ${make.toFixed(0)} µs to make a file, ${sync.toFixed(0)} µs to sync one; access log on, to a file)`)
  for (const [key, warmUp] of contestants) if (!key.endsWith('one file')) await warmUp(rounds)
  const samples = await alternate(rounds, Object.fromEntries(contestants) as Contestants<Key>)
  loader.close()
  for (const program of programs) await program.stop()
  const shown = (count: number): string => count.toLocaleString('en-US')
  const growth = grown.map(([size, program]) => `${shown(size)} to ${shown(size + (saved.get(program) ?? 0))}`)
  console.log(`  (each round went on in the same folders: ours grew from ${growth.join(', from ')} records)`)
  print(samples)
}

function recordsOf(size: Size): { folder: string; records: string } {
  const all = [...agents(size)]
  const records = join(newFolder(), 'records.json')
  writeFileSync(records, JSON.stringify(all))
  return { folder: folderWith('agent', all), records }
}

async function measure(loader: Loader, program: Program, clients: number, ms: number, saved: Map<Program, number>): Promise<number> {
  const { perSecond, next } = await loader.run({ port: program.port, clients, leadMs, ms, requests: [request], from: saved.get(program) ?? 0 })
  saved.set(program, next)
  return perSecond
}

function print(samples: Samples<Key>): void {
  for (const size of sizes) {
    for (const crowd of crowds) {
      const what = `${size.toLocaleString('en-US')} records, ${crowd} ${crowd === 1 ? 'client' : 'clients'}`
      const ours: [string, number[]] = ['ours', samples[`${size} ${crowd} ours`]]
      printRatio(`${what}, ÷ SQLite`, ours, ['SQLite', samples[`${size} ${crowd} SQLite`]], '/s', crowd === 32 ? atLeast(1) : undefined)
      printRatio(`${what}, ÷ one file`, ours, ['one file', samples[`${size} ${crowd} one file`]], '/s')
    }
  }
  for (const crowd of crowds) {
    const what = `100,000 records ÷ 100 records, ${crowd} ${crowd === 1 ? 'client' : 'clients'}`
    printRatio(what, ['at 100,000', samples[`100000 ${crowd} ours`]], ['at 100', samples[`100 ${crowd} ours`]], '/s', atLeast(0.75))
  }
}
