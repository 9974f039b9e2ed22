import { type EngineName, engineNames, type EngineRow, type PushRow } from '../../contract/push.ts'
import { kinds } from '../../contract/kinds.ts'
import type { Handlers } from '../call.ts'
import { Failure, fieldFailure } from '../failure.ts'
import type { Push } from './push.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { shownTime, textOf } from '../store/kind.ts'
import { keyFile, type PushRecord } from '../store/pushRecords.ts'
import type { Store } from '../store/store.ts'

interface Services {
  store: Store
  push: Push
  now: () => number
}

const names = Object.keys(engineNames) as EngineName[]
const lastPages = 20

/** Services of search engines that are notified of pages. */
export function pushCalls({ store, push, now }: Services): Pick<Handlers, 'pushDetail' | 'pushSave' | 'pushTest' | 'pushAll'> {
  const rowOf = (engine: EngineName): EngineRow => {
    const { on = false, site, token = '', paused, remain } = store.engine.get(engine) ?? {}
    const key = push.key()
    return {
      engine, on, waiting: push.waiting(engine), ...(paused && { paused: { reason: paused.reason } }),
      ...(engine === 'baidu' && { ...(site && { site }), ...(token && { hint: token.slice(-4) }) }),
      ...(engine === 'indexnow' && key && { keyFile: `/${keyFile(key)}` }),
      ...(remain?.day === chinaTime(now()).slice(0, 10) && { remain: remain.count }),
    }
  }
  const pageOf = ({ kind, recordId, address, version, changedAt, marks }: PushRecord): PushRow => {
    const record = store.states[kind].live.get(recordId)
    return {
      address, title: record ? textOf(record, kinds[kind].title) : '', changedAt: shownTime(changedAt),
      ...(version === '' && { removed: true }),
      results: names.flatMap((engine) => {
        const { state, at, reason } = marks[engine] ?? {}
        return state ? [{ engine, state, ...(at !== undefined && { at: shownTime(at) }), ...(reason !== undefined && { reason }) }] : []
      }),
    }
  }
  return {
    pushDetail: () => ({
      ...(push.problem !== undefined && { problem: push.problem }),
      engines: names.map(rowOf),
      pages: store.push.all().filter(({ marks }) => Object.keys(marks).length > 0)
        .sort((a, b) => (a.changedAt < b.changedAt ? 1 : -1)).slice(0, lastPages).map(pageOf),
    }),

    async pushSave({ engine, on: wanted, site, token }) {
      const existing = store.engine.get(engine)
      const on = wanted ?? existing?.on ?? false
      const fields = engine === 'baidu' ? { site: site || existing?.site || '', token: token || existing?.token || '' } : {}
      if (on && engine === 'baidu') refuseEmpty(fields)
      if (on && engine === 'indexnow') await push.makeKey()
      const at = chinaTime(now())
      await store.engine.change(engine, (stored) => {
        const { paused: _paused, ...current } = stored ?? { id: engine, createdAt: at, on: false, since: at }
        return { ...current, ...fields, on, since: on && current.on ? current.since : at }
      })
      return null
    },

    pushTest: ({ engine }) => push.test(engine),

    async pushAll() {
      if (push.problem !== undefined) throw new Failure(400, push.problem)
      if (!store.engine.all().some(({ on }) => on)) throw new Failure(400, '请先启用百度或IndexNow')
      return { count: await push.all() }
    },
  }
}

function refuseEmpty({ site, token }: { site?: string; token?: string }): void {
  if (!site) throw fieldFailure('site', '请填写站点，照百度搜索资源平台上的写法')
  if (!/^(https?:\/\/)?[\w.-]+(:\d+)?$/.test(site)) throw fieldFailure('site', '站点是网址的开头，例如https://www.example.com，后面没有“/”')
  if (!token) throw fieldFailure('token', '请填写推送密钥')
}
