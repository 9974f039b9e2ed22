import { type KindName, kindNames, recordKind } from '../../contract/kinds/kinds.ts'
import { isStarterFile, type MediaPlace, type MediaUser } from '../../contract/media/media.ts'
import { uploadExtension, uploadStem } from '../../contract/media/pictureName.ts'
import type { Collection } from '../store/collection.ts'
import { type Stored, textOf } from '../store/kind.ts'
import { perRecord } from '../store/perRecord.ts'
import { type DraftRecord, recordOfDraft, trashTitle, type TrashRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { inSlices } from '../system/timeSlices.ts'
import { fieldLabel, noticeLabel, siteFieldLabel, siteGroupOf } from './fieldLabels.ts'

/** Records of one kind, which may hold addresses of uploads. */
interface Source {
  kind: MediaUser
  state?: MediaPlace['state']
  collection: Pick<Collection<Stored>, 'all' | 'watch'>
  titleOf(record: Stored): string
  labelOf(path: readonly string[], record: Stored): string
  /** The group of settings where it is edited. */
  groupOf?(path: readonly string[], record: Stored): string | undefined
}

/** A field of a record, by its path. */
interface Use {
  source: Source
  record: Stored
  path: string
}

export type MediaUses = ReturnType<typeof createMediaUses>

/** Where uploads are used, by their addresses or, where a variant is used, by their stems. */
export function createMediaUses(store: Store) {
  const sources = sourcesOf(store)
  let uses: ReadonlyMap<string, readonly Use[]> = new Map()
  let isStale = true
  let building: Promise<void> | undefined
  for (const { collection } of sources) collection.watch('uses', () => (isStale = true))

  const build = async (): Promise<void> => {
    isStale = false
    const byName = new Map<string, Use[]>()
    for (const source of sources) {
      await inSlices(source.collection.all(), (record) => {
        for (const { path, names } of usingFields(record)) {
          const use = { source, record, path }
          for (const name of names) {
            const others = byName.get(name)
            if (others) others.push(use)
            else byName.set(name, [use])
          }
        }
      })
    }
    uses = byName
  }
  /** A field may hold both a picture and its variant. */
  const usesOf = (address: string): Use[] => [
    ...new Set([address, uploadStem(address)].flatMap((name) => uses.get(name) ?? [])),
  ]

  return {
    /** Wait for it before reading: every change that is visible now is counted then. */
    async ready() {
      // One that has begun may have missed a change.
      await building
      if (isStale) building ??= build().finally(() => (building = undefined))
      await building
    },
    /** In how many fields an upload or a variant of it is used. */
    count: (address: string) => usesOf(address).length,
    places: (address: string) => usesOf(address).map(placeOf),
    /** The files of the program that are used. */
    starterFiles: () => [...uses.keys()].filter(isStarterFile),
  }
}

function placeOf({ source, record, path }: Use): MediaPlace {
  const { kind, state } = source
  const fields = path.split('.')
  const group = source.groupOf?.(fields, record)
  const title = source.titleOf(record)
  const field = source.labelOf(fields, record)
  return { kind, id: record.id, title, field, ...(group !== undefined && { group }), ...(state && { state }) }
}

function sourcesOf(store: Store): Source[] {
  const ofRecords = (name: KindName): Source[] => {
    const { title } = recordKind(name)
    const ofKind = { kind: name, labelOf: (path: readonly string[]): string => fieldLabel(name, path) }
    return [
      { ...ofKind, collection: store[name], titleOf: (record) => textOf(record, title) },
      {
        ...ofKind,
        state: 'draft',
        collection: store.drafts[name],
        titleOf: (draft) => textOf(recordOfDraft(draft as DraftRecord), title),
      },
      {
        ...ofKind,
        state: 'deleted',
        collection: store.trash[name],
        titleOf: (deleted) => trashTitle(name, deleted as TrashRecord),
      },
    ]
  }
  return [
    ...kindNames.flatMap(ofRecords),
    { kind: 'site', collection: store.site, titleOf: () => '网站设置', labelOf: siteFieldLabel, groupOf: siteGroupOf },
    {
      kind: 'item',
      collection: store.item,
      titleOf: () => '后台名称和LOGO',
      labelOf: (path) => fieldLabel('item', path),
    },
    {
      kind: 'media',
      collection: store.media,
      titleOf: (record) => textOf(record, 'name'),
      labelOf: (path) => fieldLabel('media', path),
    },
    {
      kind: 'notice',
      collection: store.notice,
      titleOf: (record) => siteFieldLabel([textOf(record, 'name')], record),
      labelOf: (_path, record) => noticeLabel(textOf(record, 'date')),
      groupOf: (_path, record) => siteGroupOf([textOf(record, 'name')]),
    },
  ]
}

/** The addresses of uploads and variants in a text, and of the files of the program, but not of other sites. */
export const libraryAddresses =
  /\/uploads\/[a-z]+\/[0-9a-f]{32}[\w.]*|(?<![\w:.-])\/media\/[\w/-]+[\w.]*\.(?:jpg|png|svg|pdf)(?![\w.])/g
export const mayHoldAddresses = (text: string): boolean => text.includes('/uploads/') || text.includes('/media/')

/** The fields of a record that name uploads or files of the program. */
const usingFields = perRecord((record: Stored) => {
  const fields: { path: string; names: ReadonlySet<string> }[] = []
  const visit = (value: unknown, path: string): void => {
    if (typeof value === 'string') {
      if (!mayHoldAddresses(value)) return
      const names = new Set(Array.from(value.matchAll(libraryAddresses), ([address]) => usedName(address)))
      if (names.size > 0) fields.push({ path, names })
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) visit(member, `${path}.${name}`)
    }
  }
  // The library's own record of a file names it, too; the site record may have the cases of an earlier release.
  for (const [name, value] of Object.entries(record)) if (name !== 'address' && name !== 'cases') visit(value, name)
  return fields
})

const usedName = (address: string): string =>
  uploadExtension(address) !== undefined || isStarterFile(address) ? address : uploadStem(address)
