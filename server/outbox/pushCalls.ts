import { type SearchEngineName, searchEngineNames, type SearchEngineRow } from '../../contract/push.ts'
import type { Handlers } from '../call.ts'
import { Failure, fieldFailure } from '../failure.ts'
import { shownTime } from '../store/kind.ts'
import { keyFile } from '../store/pushRecords.ts'
import type { Store } from '../store/store.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { Push } from './push.ts'

interface PushCallsParts {
  store: Store
  push: Push
  now: () => number
}

/** Search engines that are notified of pages. */
export function pushCalls({
  store: { engine: searchEngines },
  push,
  now,
}: PushCallsParts): Pick<Handlers, 'pushDetail' | 'pushSave' | 'pushTest' | 'pushAll'> {
  const rowOf = async (engine: SearchEngineName): Promise<SearchEngineRow> => {
    const { on = false, site, token = '', answer } = searchEngines.get(engine) ?? {}
    const key = push.key()
    const row: SearchEngineRow = { engine, on, waiting: await push.waiting(engine) }
    if (engine === 'baidu' && site) row.site = site
    if (engine === 'baidu' && token) row.hint = token.slice(-4)
    if (engine === 'indexnow' && key) row.keyFile = `/${keyFile(key)}`
    if (answer) row.answer = { ...answer, at: shownTime(answer.at) }
    return row
  }
  return {
    pushDetail: async () => ({
      ...(push.problem !== undefined && { problem: push.problem }),
      engines: await Promise.all(searchEngineNames.map(rowOf)),
    }),

    async pushSave({ engine, on: sentOn, site, token }) {
      const existing = searchEngines.get(engine)
      const on = sentOn ?? existing?.on ?? false
      const fields =
        engine === 'baidu' ? { site: site || existing?.site || '', token: token || existing?.token || '' } : {}
      if (on && engine === 'baidu') refuseEmpty(fields)
      if (on && engine === 'indexnow') await push.makeKey()
      const at = chinaTime(now())
      await searchEngines.change(engine, (stored) => {
        const { answer: _answer, ...current } = stored ?? { id: engine, createdAt: at, on: false, since: at }
        // What has changed while it was off is not sent.
        return { ...current, ...fields, on, ...(!(on && current.on) && { since: at }) }
      })
      return null
    },

    pushTest: ({ engine }) => push.test(engine),

    async pushAll() {
      if (push.problem !== undefined) throw new Failure(400, push.problem)
      if (!searchEngines.all().some(({ on }) => on)) throw new Failure(400, '请先启用百度或IndexNow')
      return { count: await push.all() }
    },
  }
}

function refuseEmpty({ site, token }: { site?: string; token?: string }): void {
  if (!site) throw fieldFailure('site', '请填写站点，照百度搜索资源平台上的写法')
  if (!/^(https?:\/\/)?[\w.-]+(:\d+)?$/.test(site))
    throw fieldFailure('site', '站点是网址的开头，例如https://www.example.com，后面没有“/”')
  if (!token) throw fieldFailure('token', '请填写推送密钥')
}
