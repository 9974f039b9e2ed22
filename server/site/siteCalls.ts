import { hiddenGroups, inLevels, isGroupId, newGroupId } from '../../contract/groups.ts'
import { marked, type PagePlaces, picturesOf } from '../../contract/pageMarks.ts'
import { siteFields } from '../../contract/siteFields.ts'
import {
  isWithin,
  lockedChange,
  mapTexts,
  type SiteField,
  withOtherSections,
  withStored,
} from '../../contract/siteFieldKinds.ts'
import type { ProductGroup, Site } from '../../contract/entities.ts'
import {
  isPageOn,
  pagesWithContent,
  sitePageOf,
  type SwitchablePage,
  switchablePages,
} from '../../contract/sitePages.ts'
import { withoutUnpasted } from '../../contract/unpasted.ts'
import { Failure, fieldFailure } from '../failure.ts'
import type { RichText } from '../richtext/richText.ts'
import { type CurrentSite, derivedFacts, filledKinds } from '../store/currentSite.ts'
import { nextVersion, refuseIfChanged } from '../store/edits.ts'
import { versionOf } from '../store/kind.ts'
import type { SiteRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { type Account, type DrawPreview, type Handlers, may, signedIn } from '../call.ts'
import { whatIsAt } from './addressBook.ts'
import type { StarterContent } from './seed.ts'
import { asCleared } from './starter.ts'

interface SiteCallsParts {
  store: Store
  site: () => CurrentSite
  starter: StarterContent
  richText: RichText
  drawPreview: DrawPreview
  redirects: { removeUnused(): Promise<void> }
  now: () => number
}

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
  { store, site, now }: Pick<SiteCallsParts, 'store' | 'site' | 'now'>,
  account: Account,
  change: (current: SiteRecord) => Partial<Site>,
): Promise<SiteRecord> {
  // What is shown before the first change is part of the history, too.
  if (!store.site.get(id)) await store.site.insert(storedSite(site()), id)
  return store.site.change(id, (stored) => {
    const current = stored ?? storedSite(site())
    const changes = change(current)
    refuseLocked(site(), changes, account)
    return {
      ...withShown(current, site(), changes),
      ...{ id, changedAt: nextVersion(current, now()), changedBy: account.user.name },
    }
  })
}

/** Whether pages can be opened that could not be before. */
function isMoreOpen(before: CurrentSite, after: CurrentSite): boolean {
  const [pagesBefore, pagesAfter] = [pagesWithContent(before), pagesWithContent(after)]
  const hiddenAfter = hiddenGroups(after.groups)
  return (
    [...hiddenGroups(before.groups)].some((id) => !hiddenAfter.has(id)) ||
    switchablePages.some((page) => pagesAfter[page] && !pagesBefore[page])
  )
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

export function siteCalls({
  store,
  site,
  starter,
  richText,
  drawPreview,
  redirects,
  now,
}: SiteCallsParts): Pick<Handlers, 'siteDetail' | 'siteUpdate' | 'sitePreview'> {
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

  /** A group goes only when no product is in it. */
  const refuseToLose = (groups: readonly ProductGroup[]): void => {
    const remainingIds = new Set(groups.map(({ id }) => id))
    for (const group of site().groups) {
      const count = remainingIds.has(group.id) ? 0 : productsIn(store, group)
      if (count > 0) throw fieldFailure('groups', `分类“${group.name}”里还有${count}个产品，请先移到别的分类`)
    }
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
      const before = site()
      const saved = await changeSite({ store, site, now }, signedIn(caller), (current) => {
        refuseIfChanged(current, basedOn)
        if (changes.groups) refuseToLose(changes.groups)
        return changes
      })
      if (isMoreOpen(before, site())) await redirects.removeUnused()
      return { version: versionOf(saved) }
    },

    async sitePreview({ path, marks, cleared, ...sent }) {
      const [pathname = '', search = ''] = path.split(/(?=\?)/)
      const { pagePaths, today } = site()
      const without = cleared ? asCleared(site(), store, starter) : undefined
      const fields = {
        ...factsOf(site()),
        ...without?.fields,
        ...(await changesOf(sent)),
      }
      const siteDetail = {
        ...fields,
        ...derivedFacts(fields, {
          pagePaths,
          today,
          filled: filledKinds(store),
          products: store.product.size,
          ...without?.beside,
        }),
        version: '',
      }
      if (!isPageOn(siteDetail, pathname)) return { html: '', off: true }
      const draw = (shown: typeof siteDetail): Promise<string> =>
        drawPreview(pathname, search, { ...without?.given, siteDetail: shown })
      if (!marks) return { html: await draw(siteDetail) }
      const html = await draw(marked(siteFields, siteDetail))
      const records = linkedRecords({ store, site: siteDetail }, pathname, html)
      return { html, places: { pictures: picturesOf(siteFields, siteDetail), records } }
    },
  }
}
