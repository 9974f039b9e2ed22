import { isDeepStrictEqual } from 'node:util'
import type { Cleared, Site } from '../../contract/entities.ts'
import { kindNames } from '../../contract/kinds.ts'
import { maxGroups } from '../../contract/locations.ts'
import { customPage } from '../../contract/recordPages.ts'
import type { ProductGroup } from '../../contract/siteFields.ts'
import { Failure } from '../failure.ts'
import type { Trash } from '../content/trash.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import type { StarterContent } from './seed.ts'
import { clearedFields, starterFields, starterGroups, starterRecords } from './starter.ts'
import { textOf } from '../store/kind.ts'
import type { Store } from '../store/store.ts'
import { type Account, type Handlers, signedIn } from '../call.ts'
import { forEach } from '../store/forEach.ts'
import { changeSite, productsIn, withIds } from './siteCalls.ts'

interface ClearingParts {
  store: Store
  site: () => CurrentSite
  starter: StarterContent
  /** Makes a backup; resolves to why it failed, or to ''. Undefined where there are no backups. */
  makeBackup: (() => Promise<string>) | undefined
  now: () => number
}

/** A backup of this age contains the starter content as it is. */
const recentMs = 600_000
/** Before the browser gives up. A longer backup goes on, and counts at the next try. */
const patienceMs = 40_000

export type Clearing = ReturnType<typeof createClearing>

/**
 * What is still as shipped, and what it is without. Nothing is lost: records go to the trash, and what is emptied to the history of the site
 * record.
 */
export function createClearing({ store, site, starter, makeBackup, now }: ClearingParts) {
  return {
    backsUp: makeBackup !== undefined,
    /** Resolves to whether there is a backup of the starter content. */
    async backUp(): Promise<boolean> {
      const verified = store.backup.get('verified')
      if (!makeBackup) return false
      if (verified && now() - Date.parse(verified.createdAt) < recentMs) return true
      let timer: NodeJS.Timeout | undefined
      const timeout = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, patienceMs, undefined)))
      const failure = await Promise.race([makeBackup(), timeout]).finally(() => clearTimeout(timer))
      if (failure === undefined) throw new Failure(503, '正在备份，请几分钟后再试')
      if (failure !== '') throw new Failure(500, `备份没有成功，示例内容没有清空：${failure}`)
      return true
    },
    records: () => starterRecords(store, starter),
    /** Of the site record, once these pages have gone. */
    settings(pageIds: readonly string[]): SiteChange {
      const current = site()
      const gonePages = new Set(
        pageIds.flatMap((id) => {
          const { live, trash } = store.states.page.of(id)
          return live || !trash?.record ? [] : [customPage(textOf(trash.record, 'pagePath'))]
        }),
      )
      const after = { ...clearedFields(current, starter), ...menusWithout(gonePages, current) }
      return { before: partOf(current, after), after }
    },
    /**
     * With groups of these names, as far as there is room. Three groups can never be removed, so those of the starter that nobody uses, and
     * that are not among them, get the first names, and the others stand at the end.
     */
    withGroups(names: readonly string[]): SiteChange {
      const { groups } = site()
      const present = new Set(groups.map(({ name }) => name))
      const missing = names.filter((name) => !present.has(name)).slice(0, Math.max(0, maxGroups - groups.length))
      const free = new Set(starterGroups(store, site(), starter))
      const renamed = groups.map((group) => {
        const name = free.has(group.id) && !names.includes(group.name) ? missing.shift() : undefined
        return name === undefined ? group : { ...emptyGroup, id: group.id, name }
      })
      const added = missing.map((name) => ({ ...emptyGroup, name }))
      return { before: { groups }, after: { groups: withIds([...renamed, ...added], now()) } }
    },
    /** Throws where a product is in one of the groups that were made. */
    refuseToLoseGroups({ before, after }: SiteChange): void {
      const isMade = (group: ProductGroup): boolean => !before.groups?.some((each) => isDeepStrictEqual(each, group))
      const used = after.groups?.filter((group) => isMade(group) && productsIn(store, group) > 0) ?? []
      const names = used.map(({ name }) => name).join('、')
      if (used.length > 0) throw new Failure(409, `里面还有产品，没有移除：${names}`)
    },
    /** What is as `from` has it becomes what `to` has; resolves to the names of the others. */
    async replace(account: Account, from: Partial<Site>, to: Partial<Site>): Promise<(keyof Site)[]> {
      const names = Object.keys(to) as (keyof Site)[]
      const asIn = (part: Partial<Site>): (keyof Site)[] =>
        names.filter((name) => isDeepStrictEqual(site()[name], part[name]))
      if (asIn(from).length > 0)
        await changeSite({ store, site, now }, account, () =>
          Object.fromEntries(asIn(from).map((name) => [name, to[name]])),
        )
      const replaced = asIn(to)
      return names.filter((name) => !replaced.includes(name))
    },
  }
}

const emptyGroup = { id: '', intro: '', on: true }

export interface SiteChange {
  before: Partial<Site>
  after: Partial<Site>
}

const partOf = (site: Site, part: Partial<Site>): Partial<Site> =>
  Object.fromEntries(Object.keys(part).map((name) => [name, site[name as keyof Site]]))

export function clearStarterCalls({
  store,
  site,
  starter,
  trash,
  clearing,
}: Pick<ClearingParts, 'store' | 'site' | 'starter'> & { trash: Trash; clearing: Clearing }): Pick<
  Handlers,
  'siteSetup' | 'siteClear'
> {
  return {
    siteSetup: () => ({
      starterFields: starterFields(site(), starter),
      starterRecords: clearing.records(),
      starterGroups: starterGroups(store, site(), starter),
      backsUp: clearing.backsUp,
    }),

    async siteClear(_, caller) {
      const account = signedIn(caller)
      const backedUp = await clearing.backUp()
      const ids = clearing.records()
      for (const kind of kindNames) await forEach(ids[kind], (id) => trash.put(kind, id, { by: account.user.name }))
      const { before: lists, after } = clearing.settings(ids.page)
      await clearing.replace(account, lists, after)
      const emptied = partOf(site(), after)
      const records: Cleared['records'] = kindNames
        .map((kind) => ({ kind, ids: ids[kind] }))
        .filter((group) => group.ids.length > 0)
      return { records, lists, emptied, backedUp }
    },
  }
}

/** Entries that would lead to no page any more. */
function menusWithout(gonePages: ReadonlySet<string>, { menus }: Site): Partial<Site> {
  const left = menus.filter(({ target }) => !gonePages.has(target))
  return left.length < menus.length ? { menus: left } : {}
}
