import { folderWith, newFolder, syncDisk } from './folders.ts'
import { atMost, printAim, printRatio, under } from './print.ts'
import { type Program, startOurs, startBaseline } from './programs.ts'
import { products } from './records.ts'
import { alternate, median, type Samples } from './rounds.ts'

const rounds = 5
const idleMs = 3_000
const names = ['bare', 'records', 'first', 'again'] as const
type Name = (typeof names)[number]

interface Observed {
  readyMs: number
  atReady: number
  idle: number
}

export async function start(): Promise<void> {
  const full = folderWith('product', products(10_000))
  const shipped = newFolder()
  syncDisk()
  const starts: Record<Name, () => Promise<Program>> = {
    bare: () => startBaseline('bare', newFolder()),
    records: () => startOurs(full),
    first: () => startOurs(newFolder(), { SEED: 'on' }),
    again: () => startOurs(shipped, { SEED: 'on' }),
  }
  // The first start creates the account and the starter content; measure later ones.
  for (const begin of [starts.records, starts.again]) await (await begin()).stop()

  const observed: Record<Name, Observed[]> = { bare: [], records: [], first: [], again: [] }
  const measure = (name: Name) => async (): Promise<number> => {
    const one = await observe(await starts[name]())
    observed[name].push(one)
    return one.readyMs
  }
  const times = await alternate(rounds, { bare: measure('bare'), records: measure('records'), first: measure('first'), again: measure('again') })
  const memory = (of: keyof Observed): Samples<Name> =>
    Object.fromEntries(names.map((name) => [name, observed[name].map((one) => one[of])])) as Samples<Name>
  print(times, memory('atReady'), memory('idle'))
}

async function observe(program: Program): Promise<Observed> {
  const atReady = program.memory() ?? NaN
  await new Promise((resolve) => setTimeout(resolve, idleMs))
  const idle = program.memory() ?? NaN
  await program.stop()
  return { readyMs: program.readyMs, atReady, idle }
}

function print(times: Samples<Name>, atReady: Samples<Name>, idle: Samples<Name>): void {
  const words: Record<Exclude<Name, 'bare'>, string> = {
    records: '10,000 records',
    first: 'starter content, first start',
    again: 'starter content, later start',
  }
  console.log(`start: from spawn to the ready line, and resident memory then and ${idleMs / 1000} s later; ${rounds} rounds in turn`)
  console.log('  (the files are in the page cache; a first start makes its own records and account)')
  for (const [name, what] of Object.entries(words) as [Exclude<Name, 'bare'>, string][]) {
    printRatio(`${what}: ready, ÷ bare server`, ['ours', times[name]], ['bare', times.bare], ' ms')
    printRatio(`${what}: memory at ready, ÷ bare`, ['ours', atReady[name]], ['bare', atReady.bare], ' MB')
    printRatio(`${what}: memory idle, ÷ bare`, ['ours', idle[name]], ['bare', idle.bare], ' MB')
  }
  printAim('10,000 records ready', median(times.records), ' ms', under(1_000))
  printAim('memory idle with the starter content', Math.max(median(idle.first), median(idle.again)), ' MB', atMost(80))
}
