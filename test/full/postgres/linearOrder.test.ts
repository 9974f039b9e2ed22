import assert from 'node:assert/strict'
import { test } from 'node:test'
import { random, seed } from '../../random.ts'
import { type Answer, startProgram, type TestProgram } from '../../server.ts'
import { postgresTest } from '../../postgres/cluster.ts'
import { linearOrder, type Operation } from '../../postgres/linearOrder.ts'
import { until } from '../../postgres/until.ts'

/** `ROUNDS=50 npm run test:full -- test/full/postgres/linearOrder.test.ts` makes more; `ORDERS_SEED=…` other choices. */
const rounds = Number(process.env.ROUNDS ?? 6)
const changesPerRound = 150
const clientsPerServer = 3
const recordCount = 3

/** The titles of a record, by where it is. */
interface State {
  live?: string
  draft?: string
  trash?: State
}

/** What changes a record: its call, and the state after it; undefined where the call is refused. */
const changes: Readonly<Record<string, (state: State, title: string) => State | undefined>> = {
  'draft/save': (state, title) => (state.live || state.draft ? { ...state, draft: title } : undefined),
  'draft/publish': ({ draft }) => (draft ? { live: draft } : undefined),
  'draft/publish with fields': ({ live, draft }, title) => (live || draft ? { live: title } : undefined),
  'act/discard': ({ live, draft }) => {
    if (!draft) return undefined
    return live ? { live } : { trash: { draft } }
  },
  'news/updateNews': (state, title) => (state.live ? { ...state, live: title } : undefined),
  'news/deleteNews': ({ live, draft }) => (live ? { trash: { live, ...(draft && { draft }) } } : undefined),
  'act/unpublish': ({ live, draft }) => (live ? { draft: draft ?? live } : undefined),
  'act/restore': ({ trash }) => trash,
}

/** The earliest moment that a read may show, and the change that it must. */
type Seen = Pick<Operation<State>, 'from' | 'after'>

/** What is read of a record: the title there, undefined where it is not. */
const reads: Readonly<Record<string, (answer: Answer, id: string) => string | undefined>> = {
  'news/detailNews': ({ data }) => data?.newTitle,
  'draft/detail': ({ data }) => data?.fields?.newTitle,
  'trash/list': ({ data }, id) => data.data.find((row: { id: string }) => row.id === id)?.title,
}
const readFrom: Readonly<Record<string, (state: State) => string | undefined>> = {
  'news/detailNews': ({ live }) => live,
  'draft/detail': ({ draft }) => draft,
  'trash/list': ({ trash }) => trash?.live ?? trash?.draft,
}

postgresTest(
  'what two servers acknowledge and show of the same records has an order, also when they are killed',
  async (t, cluster) => {
    const address = await cluster.newDatabase()
    const start = (): Promise<TestProgram> => startProgram(t, { env: { DATABASE_URL: address, RATE_LIMIT: 'off' } })
    const servers = [start(), start()]
    const [first] = (await Promise.all(servers)) as [TestProgram, TestProgram]
    const headers = await first.signIn()
    const histories = new Map<string, Operation<State>[]>()
    const count = { acknowledged: 0, read: 0, refused: 0, cut: 0, killed: 0 }

    const send = (server: TestProgram, name: string, id: string, title: string): Promise<Answer> => {
      const [path = '', withFields] = name.split(' with ')
      const fields = path === 'draft/save' || withFields ? { fields: { newTitle: title } } : {}
      const body = { kind: 'news', id, newId: id, ids: [id], newTitle: title, page: 1, limit: 100, ...fields }
      return server.post(`/v1/${path}`, body, { headers })
    }
    /** Resolves to what is acknowledged. */
    const change = async (
      server: TestProgram,
      name: string,
      id: string,
      title: string,
    ): Promise<Operation<State> | undefined> => {
      const from = performance.now()
      const { code } = await send(server, name, id, title).catch(() => ({ code: 503 }))
      const isCut = Number(code) >= 500
      if (isCut) count.cut++
      else if (code === 200) count.acknowledged++
      else count.refused++
      if (!isCut && code !== 200) return undefined
      const operation: Operation<State> = {
        name: `${name} ${title}`,
        from,
        to: isCut ? undefined : performance.now(),
        next: (state) => changes[name]?.(state, title),
      }
      histories.get(id)?.push(operation)
      return isCut ? undefined : operation
    }
    /**
     * A server shows at once what it has acknowledged itself, and may be behind the other, also in what the other did before that was
     * acknowledged.
     */
    const read = async (server: TestProgram, name: string, id: string, { from, after }: Seen): Promise<void> => {
      const answer = await send(server, name, id, '').catch(() => undefined)
      if (!answer || Number(answer.code) >= 500) return
      const title = reads[name]?.(answer, id)
      count.read++
      histories.get(id)?.push({
        name: `${name} shows ${title}`,
        from,
        after,
        to: performance.now(),
        next: (state) => (readFrom[name]?.(state) === title ? state : undefined),
      })
    }

    /** New records, which both servers have. */
    const newRecords = async (): Promise<string[]> => {
      const [one, two] = (await Promise.all(servers)) as [TestProgram, TestProgram]
      const added = Array.from({ length: recordCount }, () => send(one, 'news/saveNews', '', '开始'))
      const newIds = (await Promise.all(added)).map(({ data }) => data.newId as string)
      for (const id of newIds) {
        await until(async () => (await send(two, 'news/detailNews', id, '')).code === 200)
        histories.set(id, [])
      }
      return newIds
    }
    let ids = await newRecords()
    let stopped = false
    t.after(() => (stopped = true))
    const client = async (number: number): Promise<void> => {
      const below = random(seed * 100 + number)
      const own = new Map<string, Operation<State>>()
      for (let step = 0; !stopped; step++) {
        const server = (await servers[number % 2]) as TestProgram
        const id = ids[below(ids.length)] as string
        const names = Object.keys(below(4) ? changes : reads)
        const name = names[below(names.length)] as string
        if (name in reads) {
          const after = own.get(id)
          await read(server, name, id, { from: after?.from ?? 0, after })
          continue
        }
        const done = await change(server, name, id, `${number}.${step}`)
        if (done) own.set(id, done)
      }
    }
    const clients = Array.from({ length: 2 * clientsPerServer }, (_, number) => client(number))
    for (let round = 0; round < rounds; round++) {
      const before = count.acknowledged
      await until(() => count.acknowledged >= before + changesPerRound)
      const killed = (await servers[round % 2]) as TestProgram
      servers[round % 2] = killed.stop('SIGKILL').then(start)
      count.killed++
      // What is cut off leaves many orders to try, so each record sees one kill.
      ids = await newRecords()
    }
    stopped = true
    await Promise.all(clients)
    for (const server of await Promise.all(servers)) await server.stop('SIGKILL')

    const last = await start()
    for (const id of histories.keys()) {
      for (const name of Object.keys(reads)) await read(last, name, id, { from: performance.now() })
      await change(last, 'act/restore', id, '')
      for (const name of Object.keys(reads)) await read(last, name, id, { from: performance.now() })
    }
    t.diagnostic(JSON.stringify(count))
    for (const [id, history] of histories) assertOrder(id, history)
  },
)

function assertOrder(id: string, history: readonly Operation<State>[]): void {
  const { order, isComplete } = linearOrder<State>({ live: '开始' }, history)
  if (isComplete) return
  const line = ({ name, from, to }: Operation<State>): string => `${from.toFixed(1)} to ${to?.toFixed(1)} ms: ${name}`
  const left = history.filter((operation) => operation.to !== undefined && !order.includes(operation))
  assert.fail(
    [
      `${id} has no order. The longest ends with`,
      ...order.slice(-8).map(line),
      'and is not followed by any of',
      ...left
        .sort((a, b) => a.from - b.from)
        .slice(0, 8)
        .map(line),
    ].join('\n'),
  )
}

test('an order is found where there is one', () => {
  const put = (from: number, to: number | undefined, value: string): Operation<{ value: string }> => ({
    name: `put ${value}`,
    from,
    to,
    next: () => ({ value }),
  })
  const get = (from: number, to: number, value: string): Operation<{ value: string }> => ({
    name: `get ${value}`,
    from,
    to,
    next: (state) => (state.value === value ? state : undefined),
  })
  const orderOf = (...operations: Operation<{ value: string }>[]): string | undefined => {
    const { order, isComplete } = linearOrder({ value: '' }, operations)
    return isComplete ? order.map(({ name }) => name).join() : undefined
  }
  assert.equal(orderOf(put(0, 3, 'a'), put(1, 4, 'b'), get(5, 6, 'a')), 'put b,put a,get a', 'at once: in any order')
  assert.equal(orderOf(put(0, 1, 'a'), put(2, 3, 'b'), get(4, 5, 'a')), undefined, 'b was lost')
  assert.equal(orderOf(put(0, 1, 'a'), put(2, undefined, 'b'), get(3, 4, 'a')), 'put a,get a', 'without an answer')
  assert.equal(orderOf(put(0, 1, 'a'), put(2, undefined, 'b'), get(3, 4, 'b')), 'put a,put b,get b')
  assert.equal(orderOf(put(0, 1, 'a'), get(2, 3, 'b'), put(4, undefined, 'b')), undefined, 'read before it was sent')
  const own = put(0, 5, 'a')
  const seen = (value: string) => orderOf(own, put(1, 3, 'b'), { ...get(0, 7, value), after: own })
  assert.deepEqual([seen('a'), seen('b'), seen('')], ['put a,get a,put b', 'put a,put b,get b', undefined], 'its own')
})
