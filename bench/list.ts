import { deepStrictEqual } from 'node:assert'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordKinds } from '../server/store/records.ts'
import { folderWith, newFolder, syncDisk } from './folders.ts'
import { openLoader, post } from './loader.ts'
import { baselinePackages } from './packages.ts'
import { type Aim, atLeast, printRatio } from './print.ts'
import { type Program, startOurs, startBaseline } from './programs.ts'
import { products, searchWords } from './records.ts'
import { alternate, type Contestants } from './rounds.ts'

const path = '/v1/product/list'
const [rounds, clients, leadMs, ms] = [5, 16, 300, 1_500]
const names = ['ours', 'plain array', 'Fastify+SQLite'] as const
type Name = (typeof names)[number]

interface Aims {
  plain?: Aim
  sqlite?: Aim
}

export async function list(): Promise<void> {
  const packages = baselinePackages()
  const sizes = [1_000, 100_000].map((count) => prepared(count))
  syncDisk()
  const words = searchWords(0, 1_000).length
  console.log(
    `list: POST ${path}, 10 rows of about ${sizes[0]?.rowBytes} bytes, ${clients} connections, ${rounds} rounds of ${ms / 1000} s`,
  )
  console.log(
    `  (${words} search words in turn, so each comes again after ${words} requests; every round has new ones; access log on, to a file)`,
  )
  for (const { count, folder, rows } of sizes) {
    const programs: Record<Name, Program> = {
      ours: await startOurs(folder),
      'plain array': await startBaseline('plainArray', newFolder(), rows),
      'Fastify+SQLite': await sqlite(rows, packages),
    }
    await sameAnswers(Object.values(programs), ['', ...searchWords(0, count)])
    const aims: Aims = count === 1_000 ? { plain: atLeast(0.6) } : {}
    const many = `${count.toLocaleString('en-US')} records`
    await compare(`${many}, no word`, programs, () => withoutWord, aims)
    const searches = (round: number): string[] => searchWords(round, count).map((word) => asking(word, 1))
    await compare(`${many}, search word`, programs, searches, count === 1_000 ? aims : { sqlite: atLeast(8) })
    for (const program of Object.values(programs)) await program.stop()
  }
}

function prepared(count: number): { count: number; folder: string; rows: string; rowBytes: number } {
  const records = [...products(count)]
  const newestFirst = JSON.stringify(records.map(recordKinds.product.row).reverse())
  const rows = join(newFolder(), 'rows.json')
  writeFileSync(rows, newestFirst)
  return { count, folder: folderWith('product', records), rows, rowBytes: Math.round(Buffer.byteLength(newestFirst) / count) }
}

function sqlite(rows: string, packages: string): Promise<Program> {
  const folder = newFolder()
  return startBaseline('fastifySqlite', folder, rows, join(folder, 'list.db'), packages)
}

const asking = (coverName: string, page: number): string => post(path, { coverName, page, limit: 10 })
const withoutWord = Array.from({ length: 10 }, (_, i) => asking('', i + 1))

/** The baselines must give the same answers. */
async function sameAnswers(programs: Program[], words: string[]): Promise<void> {
  for (const coverName of words) {
    const answers = await Promise.all(
      programs.map(async ({ port }) => {
        const headers = { 'Content-Type': 'application/json' }
        const body = JSON.stringify({ coverName, page: 1, limit: 10 })
        const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body })
        return response.json() as Promise<unknown>
      }),
    )
    for (const answer of answers) deepStrictEqual(answer, answers[0], `the answers to "${coverName}" differ`)
  }
}

async function compare(
  what: string, programs: Record<Name, Program>, requests: (round: number) => string[], { plain, sqlite }: Aims,
): Promise<void> {
  const loader = openLoader()
  const measure = async (name: Name, round: number, ms: number): Promise<number> => {
    const { port } = programs[name]
    return (await loader.run({ port, clients, leadMs, ms, requests: requests(round), from: 0 })).perSecond
  }
  // The warm-up has words of its own.
  for (const name of names) await measure(name, rounds, ms / 2)
  const contestants =
    Object.fromEntries(names.map((name) => [name, (round: number) => measure(name, round, ms)])) as unknown as Contestants<Name>
  const samples = await alternate(rounds, contestants)
  loader.close()
  printRatio(`${what}, ÷ plain array`, ['ours', samples.ours], ['plain array', samples['plain array']], '/s', plain)
  printRatio(`${what}, ÷ Fastify+SQLite`, ['ours', samples.ours], ['Fastify+SQLite', samples['Fastify+SQLite']], '/s', sqlite)
}
