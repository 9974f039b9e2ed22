import { hiddenGroups, inLevels, isGroupId, newGroupId, shownGroups } from '../../contract/kinds/groups.ts'
import { type PagePlaces, picturesOf } from '../../contract/kinds/pageMarks.ts'
import { siteFields } from '../../contract/site/siteFields.ts'
import {
  isWithin,
  lockedChange,
  mapTexts,
  type SiteField,
  withOtherSections,
  withStored,
} from '../../contract/site/siteFieldKinds.ts'
import type { ProductGroup, Site } from '../../contract/kinds/entities.ts'
import {
  addressOfPage,
  isPageOn,
  pagesWithContent,
  sitePageOf,
  type SwitchablePage,
  switchablePages,
} from '../../contract/site/sitePages.ts'
import { pagedKinds } from '../../contract/kinds/kinds.ts'
import { withoutUnpasted } from '../../contract/text/unpasted.ts'
import { Failure, fieldFailure } from '../failure.ts'
import type { PreviewCallsParts } from '../records/preview.ts'
import { type CurrentSite, derivedFacts, filledKinds } from '../store/currentSite.ts'
import { nextVersion, refuseIfChanged } from '../store/edits.ts'
import { recordPage, shownIn, shownRecords } from '../store/shown.ts'
import { versionOf } from '../store/kind.ts'
import type { SiteRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { type Account, type Handlers, may, signedIn } from '../call.ts'
import { whatIsAt } from './addressBook.ts'
import type { StarterContent } from './seed.ts'
import { asCleared } from './starter.ts'

interface SiteCallsParts extends PreviewCallsParts {
  starter: StarterContent
  redirects: { removeUnused(): Promise<void> }
  operations: { keepSettings(user: Account['user'], change: SiteChange): Promise<string | undefined> }
}

/** What fields of the settings were and have become. */
export interface SiteChange {
  before: Partial<Site>
  after: Partial<Site>
}

export const partOf = (site: Site, part: Partial<Site>): Partial<Site> =>
  Object.fromEntries(Object.keys(part).map((name) => [name, site[name as keyof Site]]))

/** There is only one; until somebody changes it, nothing may be stored under this id. */
const id = 'site'

type SentFields = { readonly [N in keyof Site]?: Site[N] | undefined }

/** The fields of the site record, without who has changed it. */
export const factsOf = (record: SiteRecord): Site =>
  Object.fromEntries(Object.keys(siteFields).map((name) => [name, record[name as keyof Site]])) as Site

/** As the site record is stored, without what follows from other records. */
const storedSite = ({
  pagePaths: _pagePaths,
  emptyPages: _emptyPages,
  today: _today,
  hoursText: _hoursText,
  quoteListOn: _quoteListOn,
  ...record
}: CurrentSite): SiteRecord => record

/** A program need not make the ids of groups, nor put them in order. */
const orderedGroups = (groups: readonly ProductGroup[]): ProductGroup[] =>
  inLevels(groups.map((group) => (isGroupId(group.id) ? group : { ...group, id: newGroupId() })))

/** How many products are in a group, published or not. */
export function productsIn({ drafts, product }: Store, group: ProductGroup): number {
  const isIn = ({ locationId }: { locationId?: unknown }): boolean => locationId === group.id
  const unpublished = drafts.product.all().filter(({ id, fields }) => !product.get(id) && isIn(fields))
  return product.all().filter(isIn).length + unpublished.length
}

/** Compared with what the person has seen: the record of an older release lacks fields. */
function refuseLocked(shown: Site, changes: Partial<Site>, account: Account): void {
  for (const [name, value] of Object.entries(changes) as [keyof Site, unknown][]) {
    const locked = lockedChange(siteFields[name], shown[name], value, (permission) =>
      may({ signedIn: account }, permission),
    )
    if (locked) throw new Failure(403, `没有权限修改“${locked.label}”`, { data: { field: name } })
  }
}

/** With what another program has stored in the changed fields and beside them. */
function withShown(current: SiteRecord, shown: SiteRecord, changes: Partial<Site>): SiteRecord {
  const next: Record<string, unknown> = { ...current }
  for (const [name, change] of Object.entries(changes)) {
    const field: SiteField = siteFields[name as keyof Site]
    const value = withStored(change, Reflect.get(shown, name))
    next[name] = field.kind === 'sections' ? withOtherSections(field, value as unknown[], next[name]) : value
    const beside: unknown = Reflect.get(shown, `${name}?`)
    if (beside === undefined) delete next[`${name}?`]
    else next[`${name}?`] = beside
  }
  return next as object as SiteRecord
}

/** Stores what `change` makes of the current record. */
export async function changeSite(
  { store, site, redirects, now }: Pick<SiteCallsParts, 'store' | 'site' | 'redirects' | 'now'>,
  account: Account,
  change: (current: SiteRecord) => Partial<Site>,
): Promise<SiteChange> {
  // What is shown before the first change is part of the history, too.
  if (!store.site.get(id)) await store.site.insert(storedSite(site()), id)
  let before = site()
  let changes: Partial<Site> = {}
  await store.site.change(id, (stored) => {
    const current = stored ?? storedSite(site())
    before = site()
    changes = change(current)
    refuseLocked(before, changes, account)
    if (changes.groups) refuseToLose(store, before.groups, changes.groups)
    return {
      ...withShown(current, site(), changes),
      ...{ id, changedAt: nextVersion(current, now()), changedBy: account.user.name },
    }
  })
  const opened = closedIn(before, site())
  if (opened.pages.length + opened.groups.length > 0) await redirects.removeUnused()
  return { before: partOf(before, changes), after: partOf(site(), changes) }
}

/** A group goes only when no product is in it. */
function refuseToLose(store: Store, before: readonly ProductGroup[], after: readonly ProductGroup[]): void {
  const remainingIds = new Set(after.map((group) => group.id))
  for (const group of before) {
    const count = remainingIds.has(group.id) ? 0 : productsIn(store, group)
    if (count > 0) throw fieldFailure('groups', `分类“${group.name}”里还有${count}个产品，请先移到别的分类`)
  }
}

/** What can be opened of one site, and not of the other. */
function closedIn(after: CurrentSite, before: CurrentSite) {
  const [pagesBefore, pagesAfter] = [pagesWithContent(before), pagesWithContent(after)]
  const hidden = hiddenGroups(after.groups)
  return {
    pages: switchablePages.filter((page) => pagesBefore[page] && !pagesAfter[page]),
    groups: shownGroups(before.groups).filter((group) => hidden.has(group.id)),
  }
}

/** What the links and the pictures of a page lead staff to. */
function linkedRecords(sources: Parameters<typeof whatIsAt>[0], pathname: string, html: string): PagePlaces['records'] {
  const addresses = new Set(Array.from(html.matchAll(/ href="(\/[^"]*)"/g), ([, href = '']) => addressIn(href)))
  const linked = [...addresses].flatMap((address): PagePlaces['records'] => {
    const place = whatIsAt(sources, address)
    return place.is === 'record' ? [{ kind: place.kind, id: place.record.id, title: place.title, address }] : []
  })
  // A picture of the settings may be the same file elsewhere.
  const photos = sitePageOf(pathname) === 'product' ? sources.store.carousel.all() : []
  const slides = photos
    .filter(({ photoUrl }) => html.includes(`src="${attributeOf(photoUrl)}"`))
    .map(({ id: photoId, photoTitle, photoUrl }) => ({
      kind: 'carousel' as const,
      id: photoId,
      title: photoTitle,
      address: photoUrl,
    }))
  return [...linked, ...slides]
}

const attributeOf = (address: string): string => address.replaceAll('&', '&amp;')
const addressIn = (attribute: string): string => attribute.replaceAll('&amp;', '&')

export function siteCalls({ store, site, starter, richText, drawPreview, redirects, operations, now }: SiteCallsParts) {
  const clean =
    (name: string) =>
    async (html: string): Promise<string> =>
      withoutUnpasted(await richText.clean(html, name))
  /** The fields that were sent and differ, with their rich texts cleaned. */
  const changesOf = async (sent: SentFields): Promise<Partial<Site>> => {
    const entries = Object.entries<SiteField>(siteFields).flatMap(([name, field]) => {
      const value = sent[name as keyof Site]
      return value === undefined || isWithin(value, site()[name as keyof Site])
        ? []
        : [mapTexts(field, value, 'richText', clean(name)).then((cleaned) => [name, cleaned])]
    })
    return Object.fromEntries(await Promise.all(entries)) as Partial<Site>
  }

  return {
    siteDetail: () => {
      const { pagePaths, emptyPages, today, hoursText, quoteListOn } = site()
      const has = (page: SwitchablePage): boolean => !emptyPages.includes(page)
      // Programs read them before there was `emptyPages`.
      const filled = { hasNews: has('news'), hasCases: has('cases'), hasProofs: has('proofs') }
      return {
        ...factsOf(site()),
        pagePaths,
        emptyPages,
        ...filled,
        today,
        hoursText,
        quoteListOn,
        version: versionOf(site()),
      }
    },

    async siteUpdate({ basedOn, ...sent }, caller) {
      const changes = await changesOf(sent)
      if (changes.groups) changes.groups = orderedGroups(changes.groups)
      refuseIfChanged(site(), basedOn)
      const account = signedIn(caller)
      const change = await changeSite({ store, site, redirects, now }, account, (current) => {
        refuseIfChanged(current, basedOn)
        return changes
      })
      const version = versionOf(site())
      if (Object.keys(changes).length === 0) return { version }
      return { version, operation: await operations.keepSettings(account.user, change) }
    },

    async siteClosing(sent) {
      const now = site()
      const next = { ...now, ...(await changesOf(sent)) }
      const { pages, groups } = closedIn(next, now)
      const below = pagedKinds.flatMap((kind) => {
        const stays = shownIn(kind, next)
        return shownRecords(kind, { store, site: now }).flatMap((record) =>
          stays(record) ? [] : recordPage(kind, record, now).address,
        )
      })
      return {
        names: [...pages.map((page) => now.pageNames[page]), ...groups.map(({ name }) => name)],
        addresses: [...pages.map(addressOfPage), ...below],
      }
    },

    async sitePreview({ path, marks, cleared, ...sent }) {
      const [pathname = '', search = ''] = path.split(/(?=\?)/)
      const current = site()
      const without = cleared ? asCleared(current, store, starter) : undefined
      const fields = { ...current, ...without?.fields, ...(await changesOf(sent)) }
      const typed: CurrentSite = {
        ...fields,
        ...derivedFacts(fields, {
          ...current,
          filled: filledKinds(store),
          products: store.product.size,
          ...without?.beside,
        }),
        // What is not saved has no version.
        changedAt: '',
      }
      if (!isPageOn(typed, pathname)) return { html: '', off: true }
      const html = await drawPreview({ path: pathname, search, site: typed, marks, given: without?.given ?? {} })
      if (!marks) return { html }
      const records = linkedRecords({ store, site: typed }, pathname, html)
      return { html, places: { pictures: picturesOf(siteFields, typed), records } }
    },
  } satisfies Partial<Handlers>
}
