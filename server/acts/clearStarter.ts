import { isDeepStrictEqual } from 'node:util'
import type { Setup, Site } from '../../contract/kinds/entities.ts'
import {
  childrenOf,
  groupCalled,
  groupPath,
  inLevels,
  missingGroups,
  namesIn,
  newGroupId,
} from '../../contract/kinds/groups.ts'
import { customPage } from '../../contract/kinds/recordPages.ts'
import { completeValue } from '../../contract/site/siteFieldKinds.ts'
import { type ProductGroup, siteFields } from '../../contract/site/siteFields.ts'
import { Failure } from '../failure.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import type { StarterContent } from '../site/seed.ts'
import { clearedFields, starterFields, starterGroups, starterRecords } from '../site/starter.ts'
import { textOf } from '../store/kind.ts'
import type { Store } from '../store/store.ts'
import type { Account } from '../call.ts'
import { changeSite, partOf, productsIn, type SiteChange } from '../site/siteCalls.ts'

interface ClearingParts {
  store: Store
  site: () => CurrentSite
  starter: StarterContent
  redirects: { removeUnused(): Promise<void> }
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
export function createClearing(parts: ClearingParts) {
  const { store, site, starter, makeBackup, now } = parts
  return {
    setup: (): Setup => ({
      starterFields: starterFields(site(), starter),
      starterRecords: starterRecords(store, starter),
      backsUp: makeBackup !== undefined,
    }),
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
     * With groups of these paths, as far as there is room. Three groups can never be removed, so those of the starter that nobody uses, and
     * that are not among them, get the first names.
     */
    withGroups(paths: readonly string[]): SiteChange {
      const { groups } = site()
      const wanted = new Set(paths.map((path) => groupCalled(groups, path) ?? groupCalled(groups, namesIn(path).above)))
      const isWanted = (id: string): boolean => [...wanted].some((group) => group?.id === id)
      const free = starterGroups(store, site(), starter).filter((id) => !isWanted(id))
      let all: ProductGroup[] = groups
      for (const path of missingGroups(groups, paths).made) {
        const { above, name } = namesIn(path)
        const parent = all.find((group) => groupPath(all, group) === above)?.id ?? ''
        const renamed = above === '' ? free.shift() : undefined
        const made = { ...emptyGroup, name, parent, id: renamed ?? newGroupId() }
        all = renamed ? all.map((group) => (group.id === renamed ? made : group)) : [...all, made]
      }
      return { before: { groups }, after: { groups: inLevels(all) } }
    },
    /** Takes back the groups that were made, those below others first; throws where one is used by now, or somebody has changed it. */
    async removeGroups(account: Account, { before, after }: SiteChange): Promise<void> {
      // An earlier release may have kept them.
      const groupsOf = ({ groups = [] }: Partial<Site>) => completeValue(siteFields.groups, groups) as ProductGroup[]
      const former = groupsOf(before)
      const isFormer = (group: ProductGroup): boolean => former.some((each) => isDeepStrictEqual(each, group))
      const made = groupsOf(after).filter((group) => !isFormer(group))
      const isMade = (group: ProductGroup): boolean => made.some((each) => isDeepStrictEqual(each, group))
      const remaining = (groups: readonly ProductGroup[]): ProductGroup[] => {
        let all = [...groups]
        for (const group of [...made].reverse()) {
          const isUsed = productsIn(store, group) > 0 || childrenOf(all, group.id).length > 0
          const asBefore = former.filter(({ id }) => id === group.id)
          if (!isUsed) all = all.flatMap((each) => (isDeepStrictEqual(each, group) ? asBefore : [each]))
        }
        return all
      }
      if (!isDeepStrictEqual(remaining(site().groups), site().groups))
        await changeSite(parts, account, (current) => ({ groups: remaining(current.groups) }))
      const staying = site().groups.filter((group) => made.some(({ id }) => id === group.id) && !isFormer(group))
      const namesOf = (groups: readonly ProductGroup[]): string => groups.map(({ name }) => name).join('、')
      const used = staying.filter(isMade)
      if (used.length > 0) throw new Failure(409, `里面还有产品，没有移除：${namesOf(used)}`)
      if (staying.length > 0) throw new Failure(409, `后来又有人修改过，没有动：${namesOf(staying)}`)
    },
    /** What is as `from` has it becomes what `to` has; resolves to what has not, in words. */
    async replace(account: Account, from: Partial<Site>, to: Partial<Site>): Promise<string> {
      const names = Object.keys(to) as (keyof Site)[]
      const asIn = (part: Partial<Site>): (keyof Site)[] =>
        names.filter((name) => isDeepStrictEqual(site()[name], part[name]))
      if (asIn(from).length > 0)
        await changeSite(parts, account, () => Object.fromEntries(asIn(from).map((name) => [name, to[name]])))
      const replaced = asIn(to)
      const labels = (isReplaced: boolean): string =>
        names.flatMap((name) => (replaced.includes(name) === isReplaced ? [siteFields[name].label] : [])).join('、')
      const first = replaced.length > 0 ? `${labels(true)}已改回；` : ''
      return replaced.length < names.length ? `${first}后来又有人修改过，没有动：${labels(false)}` : ''
    },
  }
}

const emptyGroup = { intro: '', on: true }

/** Entries that would lead to no page any more. */
function menusWithout(gonePages: ReadonlySet<string>, { menus }: Site): Partial<Site> {
  const remaining = menus.filter(({ target }) => !gonePages.has(target))
  return remaining.length < menus.length ? { menus: remaining } : {}
}
