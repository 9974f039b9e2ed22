import { setImmediate as nextTurn } from 'node:timers/promises'
import { type KindName, kindNames, kinds, type RecordKind } from '../../contract/kinds.ts'
import type { MediaPlace, MediaUser } from '../../contract/media.ts'
import { isStarterPicture, uploadExtension, uploadStem } from '../../contract/pictureName.ts'
import type { Collection } from '../store/collection.ts'
import { type Stored, textOf } from '../store/kind.ts'
import { type DraftRecord, recordOfDraft, trashKinds, type TrashRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { timeSlices } from '../system/timeSlices.ts'
import { fieldLabel, noticeLabel, siteFieldLabel, siteGroupOf } from './fieldLabels.ts'

/** Where uploads are used, kept up to date as records change. Wait for `ready` before reading. */
export interface MediaUses {
  /** Resolves when every change that is visible now is counted. */
  ready(): Promise<void>
  /** In how many fields an upload or a variant of it is used. */
  count(address: string): number
  places(address: string): MediaPlace[]
  /** The pictures of the program that are used. */
  starterPictures(): string[]
}

/** Records of one kind, which may hold addresses of uploads. */
interface Source {
  kind: MediaUser
  state?: MediaPlace['state']
  collection: Pick<Collection<Stored, unknown>, 'get' | 'all' | 'watch'>
  titleOf(record: Stored): string
  labelOf(path: readonly string[], record: Stored): string
  /** The group of settings where it is edited. */
  groupOf?(path: readonly string[], record: Stored): string | undefined
  /** What each record uses, by its id. */
  files: Map<string, readonly UsedFile[]>
  /** The ids of records that are still to be read. */
  pending: Set<string>
}

interface UsedFile {
  /** The address of an upload, or the stem where a variant is used. */
  name: string
  /** Each field once. */
  uses: Use[]
}

/** A field of a record, by its path. */
interface Use {
  source: Source
  id: string
  path: string
}

export function createMediaUses(store: Store): MediaUses {
  const sources = sourcesOf(store)
  const index = createUseIndex()
  let running: Promise<void> | undefined
  const readPending = async (): Promise<void> => {
    const slices = timeSlices()
    for (const source of sources) {
      for (const id of source.pending) {
        source.pending.delete(id)
        index.read(source, id)
        if (slices.isOver()) await slices.pause()
      }
    }
  }
  const start = (): void => void (running ??= nextTurn().then(readPending).finally(() => (running = undefined)))

  for (const { collection, pending } of sources) {
    for (const { id } of collection.all()) pending.add(id)
    collection.watch('uses', (_record, _before, _byOtherServer, id) => {
      pending.add(id)
      start()
    })
  }
  start()

  return {
    async ready() {
      while (running || sources.some(({ pending }) => pending.size > 0)) {
        start()
        await running
      }
    },
    count: (address) => index.usesOf(address).length,
    starterPictures: () => index.names().filter(isStarterPicture),
    places: (address) =>
      index.usesOf(address).flatMap(({ source, id, path }) => {
        const record = source.collection.get(id)
        if (!record) return []
        const fields = path.split('.')
        const group = source.groupOf?.(fields, record)
        const [title, field] = [source.titleOf(record), source.labelOf(fields, record)]
        const { kind, state } = source
        return [{ kind, id, title, field, ...(group !== undefined && { group }), ...(state && { state }) }]
      }),
  }
}

interface UseIndex {
  /** Replaces what is known of a record's uses. */
  read(source: Source, id: string): void
  usesOf(address: string): readonly Use[]
  names(): string[]
}

function createUseIndex(): UseIndex {
  const files = new Map<string, UsedFile>()
  const fileOf = (name: string): UsedFile => {
    const file = files.get(name) ?? { name: copyOf(name), uses: [] }
    files.set(file.name, file)
    return file
  }
  return {
    read(source, id) {
      for (const file of source.files.get(id) ?? []) {
        file.uses = file.uses.filter((use) => use.source !== source || use.id !== id)
        if (file.uses.length === 0) files.delete(file.name)
      }
      const record = source.collection.get(id)
      const found = (record && findUses(record)) ?? new Map<string, Set<string>>()
      const used = Array.from(found, ([name, paths]) => {
        const file = fileOf(name)
        for (const path of paths) file.uses.push({ source, id, path })
        return file
      })
      if (used.length > 0) source.files.set(id, used)
      else source.files.delete(id)
    },
    names: () => [...files.keys()],
    usesOf(address) {
      const [own = [], ofVariants = []] = [address, uploadStem(address)].map((name) => files.get(name)?.uses)
      // A field may hold both a picture and its variant.
      const isOther = (use: Use): boolean =>
        !own.some(({ source, id, path }) => source === use.source && id === use.id && path === use.path)
      return [...own, ...ofVariants.filter(isOther)]
    },
  }
}

function sourcesOf(store: Store): Source[] {
  const source = (facts: Omit<Source, 'files' | 'pending'>): Source => ({ ...facts, files: new Map(), pending: new Set() })
  const ofRecords = (name: KindName): Source[] => {
    const { title }: RecordKind = kinds[name]
    const [kind, labelOf] = [name, (path: readonly string[]): string => fieldLabel(name, path)]
    return [
      source({ kind, labelOf, collection: store[name], titleOf: (record) => textOf(record, title) }),
      source({
        kind, labelOf, state: 'draft', collection: store.drafts[name],
        titleOf: (draft) => textOf(recordOfDraft(draft as DraftRecord), title),
      }),
      source({
        kind, labelOf, state: 'deleted', collection: store.trash[name],
        titleOf: (deleted) => trashKinds[name].row(deleted as TrashRecord).title,
      }),
    ]
  }
  return [
    ...kindNames.flatMap(ofRecords),
    source({ kind: 'site', collection: store.site, titleOf: () => '网站设置', labelOf: siteFieldLabel, groupOf: siteGroupOf }),
    source({ kind: 'item', collection: store.item, titleOf: () => '后台名称和LOGO', labelOf: (path) => fieldLabel('item', path) }),
    source({
      kind: 'media', collection: store.media, titleOf: (record) => textOf(record, 'name'), labelOf: (path) => fieldLabel('media', path),
    }),
    source({
      kind: 'notice', collection: store.notice, titleOf: (record) => siteFieldLabel([textOf(record, 'name')], record),
      labelOf: (_path, record) => noticeLabel(textOf(record, 'date')), groupOf: (_path, record) => siteGroupOf([textOf(record, 'name')]),
    }),
  ]
}

/** The addresses of uploads and variants in a text, and of the pictures of the program, but not of other sites. */
export const libraryAddresses = /\/uploads\/[a-z]+\/[0-9a-f]{32}[\w.]*|(?<![\w:.-])\/media\/[\w/-]+[\w.]*\.(?:jpg|png|svg)(?![\w.])/g
export const mayHoldAddresses = (text: string): boolean => text.includes('/uploads/') || text.includes('/media/')

/** The uploads and pictures of the program that a record's texts name, each with the paths of the fields; undefined for none. */
function findUses(record: object): Map<string, Set<string>> | undefined {
  let found: Map<string, Set<string>> | undefined
  const visit = (value: unknown, path: string): void => {
    if (typeof value === 'string') {
      if (!mayHoldAddresses(value)) return
      for (const [address] of value.matchAll(libraryAddresses)) {
        const isOwn = uploadExtension(address) !== undefined || isStarterPicture(address)
        const file = isOwn ? address : uploadStem(address)
        found ??= new Map()
        found.set(file, (found.get(file) ?? new Set()).add(path))
      }
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, each] of Object.entries(value)) visit(each, `${path}.${name}`)
    }
  }
  // The library's own record of a file names it, too; the site record may have the cases of an earlier release.
  for (const [name, value] of Object.entries(record)) if (name !== 'address' && name !== 'cases') visit(value, name)
  return found
}

/** A part of a text keeps the complete text in memory. */
const copyOf = (text: string): string => Buffer.from(text, 'latin1').toString('latin1')
