import { deepStrictEqual } from 'node:assert'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rowOf } from '../server/store/shown.ts'
import { folderWith, newFolder, syncDisk } from './folders.ts'
import { openLoader, post } from './loader.ts'
import { baselinePackages } from './packages.ts'
import { type Aim, atLeast, printRatio } from './print.ts'
import { type Program, startOurs, startBaseline } from './programs.ts'
import { products, searchWords } from './records.ts'
import { alternate } from './rounds.ts'

const path = '/v1/product/list'
const site = JSON.parse(readFileSync(new URL('../data/seed/site/site.json', import.meta.url), 'utf8'))
const rounds = 5
const clients = 16
const leadMs = 300
const ms = 1_500

export async function list(): Promise<void> {
  const packages = baselinePackages()
  const sizes = [1_000, 100_000].map((count) => prepared(count))
  syncDisk()
  const words = searchWords(0, 1_000).length
  console.log(
    `list: POST ${path}, 10 rows of about ${sizes[0]?.rowBytes} bytes, ${clients} connections, ${rounds} rounds of ${ms / 1000} s`,
  )
  console.log(
    `  (${words} search words in turn, each again after ${words} requests; every round has new ones; access log on, to a file)`,
  )
  for (const { count, folder, rows } of sizes) {
    const programs = {
      ours: await startOurs(folder),
      'plain array': await startBaseline('plainArray', newFolder(), rows),
      'Fastify+SQLite': await startBaseline('fastifySqlite', newFolder(), rows, join(newFolder(), 'list.db'), packages),
    }
    await sameAnswers(Object.values(programs), ['', ...searchWords(0, count)])
    const aims = count === 1_000 ? { 'plain array': atLeast(0.6) } : {}
    const many = `${count.toLocaleString('en-US')} records`
    await compare(`${many}, no word`, programs, () => withoutWord, aims)
    const searches = (round: number): string[] => searchWords(round, count).map((word) => asking(word, 1))
    await compare(`${many}, search word`, programs, searches, count === 1_000 ? aims : { 'Fastify+SQLite': atLeast(8) })
    for (const program of Object.values(programs)) await program.stop()
  }
}

function prepared(count: number): { count: number; folder: string; rows: string; rowBytes: number } {
  const records = [...products(count)]
  const newestFirst = JSON.stringify(records.map((record) => rowOf('product', record, site)).reverse())
  const rows = join(newFolder(), 'rows.json')
  writeFileSync(rows, newestFirst)
  return {
    count,
    folder: folderWith('product', records),
    rows,
    rowBytes: Math.round(Buffer.byteLength(newestFirst) / count),
  }
}

const asking = (coverName: string, page: number): string => post(path, { coverName, page, limit: 10 })
const withoutWord = Array.from({ length: 10 }, (_, i) => asking('', i + 1))

/** The baselines must give the same answers. */
async function sameAnswers(programs: Program[], words: string[]): Promise<void> {
  for (const coverName of words) {
    const answers = await Promise.all(
      programs.map(async ({ port }): Promise<unknown> => {
        const headers = { 'Content-Type': 'application/json' }
        const body = JSON.stringify({ coverName, page: 1, limit: 10 })
        return (await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body })).json()
      }),
    )
    for (const answer of answers) deepStrictEqual(answer, answers[0], `the answers to "${coverName}" differ`)
  }
}

async function compare(
  what: string,
  programs: Record<string, Program>,
  requests: (round: number) => string[],
  aims: Record<string, Aim>,
): Promise<void> {
  const loader = openLoader()
  const measure = async ({ port }: Program, round: number, ms: number): Promise<number> =>
    (await loader.run({ port, clients, leadMs, ms, requests: requests(round), from: 0 })).perSecond
  // The warm-up has words of its own.
  for (const program of Object.values(programs)) await measure(program, rounds, ms / 2)
  const samples = await alternate<string>(
    rounds,
    Object.fromEntries(
      Object.entries(programs).map(([name, program]) => [name, (round: number) => measure(program, round, ms)]),
    ),
  )
  loader.close()
  for (const [name, theirs] of Object.entries(samples).slice(1)) {
    printRatio(`${what}, ÷ ${name}`, ['ours', samples.ours ?? []], [name, theirs], '/s', aims[name])
  }
}
