import type { Cleared, Site } from '../../contract/entities.ts'
import { kindNames } from '../../contract/kinds.ts'
import { customPage } from '../../contract/recordPages.ts'
import { Failure } from '../failure.ts'
import type { Trash } from '../content/trash.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import type { StarterContent } from './seed.ts'
import { clearedFields, starterFields, starterGroups, starterRecords } from './starter.ts'
import type { Store } from '../store/store.ts'
import { type Handlers, signedIn } from '../call.ts'
import { forEach } from '../store/forEach.ts'
import { changeSite } from './siteCalls.ts'

interface ClearStarterParts {
  store: Store
  site: () => CurrentSite
  starter: StarterContent
  trash: Trash
  /** Makes a backup; resolves to why it failed, or to ''. Undefined where there are no backups. */
  makeBackup: (() => Promise<string>) | undefined
  now: () => number
}

/** A backup of this age contains the starter content as it is. */
const recentMs = 600_000
/** Before the browser gives up. A longer backup goes on, and counts at the next try. */
const patienceMs = 40_000

/**
 * What is still as shipped, and its removal. Nothing is lost: records go to the trash, and what is emptied to the history of the site
 * record. A crash leaves a part of it cleared, and the next try clears the rest.
 */
export function clearStarterCalls({
  store,
  site,
  starter,
  trash,
  makeBackup,
  now,
}: ClearStarterParts): Pick<Handlers, 'siteSetup' | 'siteClear'> {
  /** Resolves to whether there is a backup of the starter content. */
  const backUp = async (): Promise<boolean> => {
    const verified = store.backup.get('verified')
    if (!makeBackup) return false
    if (verified && now() - Date.parse(verified.createdAt) < recentMs) return true
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, patienceMs, undefined)))
    const failure = await Promise.race([makeBackup(), timeout]).finally(() => clearTimeout(timer))
    if (failure === undefined) throw new Failure(503, '正在备份，请几分钟后再试')
    if (failure !== '') throw new Failure(500, `备份没有成功，示例内容没有清空：${failure}`)
    return true
  }

  return {
    siteSetup: () => ({
      starterFields: starterFields(site(), starter),
      starterRecords: starterRecords(store, starter),
      starterGroups: starterGroups(store, site(), starter),
      backsUp: makeBackup !== undefined,
    }),

    async siteClear(_, caller) {
      const by = signedIn(caller).user.name
      const backedUp = await backUp()
      const ids = starterRecords(store, starter)
      const gonePages = new Set(ids.page.map((id) => customPage(store.page.get(id)?.pagePath ?? '')))
      for (const kind of kindNames) await forEach(ids[kind], (id) => trash.put(kind, id, { by }))
      let lists: Partial<Site> = {}
      const changesOf = (current: Site): Partial<Site> => ({
        ...clearedFields(current, starter),
        ...menusWithout(gonePages, current),
      })
      if (Object.keys(changesOf(site())).length > 0) {
        await changeSite({ store, site, now }, caller, (current) => {
          const cleared = changesOf(current)
          lists = Object.fromEntries(Object.keys(cleared).map((name) => [name, current[name as keyof Site]]))
          return cleared
        })
      }
      const records: Cleared['records'] = kindNames
        .map((kind) => ({ kind, ids: ids[kind] }))
        .filter((group) => group.ids.length > 0)
      const cleared = site()
      const emptied = Object.fromEntries(Object.keys(lists).map((name) => [name, cleared[name as keyof Site]]))
      return { records, lists, emptied, backedUp }
    },
  }
}

/** Entries that would lead to no page any more. */
function menusWithout(gonePages: ReadonlySet<string>, { menus }: Site): Partial<Site> {
  const left = menus.filter(({ target }) => !gonePages.has(target))
  return left.length < menus.length ? { menus: left } : {}
}
