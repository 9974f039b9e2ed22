import { setImmediate as nextTurn } from 'node:timers/promises'
import { type KindName, kindNames, kinds, type RecordKind } from '../../contract/kinds.ts'
import type { MediaPlace, MediaUser } from '../../contract/media.ts'
import { uploadExtension, uploadStem } from '../../contract/pictureName.ts'
import type { Collection } from '../store/collection.ts'
import type { Stored } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { fieldLabel, siteFieldLabel } from './fieldLabels.ts'

/** Where uploads are used, kept up to date as records change. Wait for `ready` before reading. */
export interface MediaUses {
  /** Resolves when every change that is visible now is counted. */
  ready(): Promise<void>
  /** In how many fields an upload or a variant of it is used. */
  count(address: string): number
  places(address: string): MediaPlace[]
  /** Increases with every change of the uses. */
  readonly version: number
}

/** Others get their turn at least this often while records are read. */
const sliceMs = 4

/** Records of one kind, which may hold addresses of uploads. */
interface Source {
  kind: MediaUser
  collection: Pick<Collection<Stored, unknown>, 'get' | 'all' | 'watch'>
  titleOf(record: Stored): string
  labelOf(path: readonly string[], record: Stored): string
}

/** A field of a record, by its path. */
interface Use {
  source: Source
  id: string
  path: readonly string[]
}

export function createMediaUses(store: Store): MediaUses {
  /** By the address of an upload, or by the stem where a variant is used. Uses of one record stand together. */
  const uses = new Map<string, Map<string, Use>>()
  /** What each record uses, by source and id. */
  const usedBy = new Map<string, readonly [key: string, use: string][]>()
  /** Records to be read, by source and id. */
  const pending = new Map<string, { source: Source; id: string }>()
  let version = 0
  let running: Promise<void> | undefined

  const read = (key: string, source: Source, id: string): void => {
    const before = usedBy.get(key)
    for (const [file, use] of before ?? []) {
      const ofFile = uses.get(file)
      ofFile?.delete(use)
      if (ofFile?.size === 0) uses.delete(file)
    }
    const record = source.collection.get(id)
    const found = record ? findUses(record) : []
    const now = found.map(([file, path]): [string, string] => {
      const use = `${key} ${path.join('.')}`
      const ofFile = uses.get(file) ?? new Map<string, Use>()
      uses.set(file, ofFile.set(use, { source, id, path }))
      return [file, use]
    })
    if (now.length > 0) usedBy.set(key, now)
    else usedBy.delete(key)
    if (before || now.length > 0) version++
  }

  const readPending = async (): Promise<void> => {
    await nextTurn()
    let sliceEnd = performance.now() + sliceMs
    for (const [key, { source, id }] of pending) {
      pending.delete(key)
      read(key, source, id)
      if (performance.now() < sliceEnd) continue
      await nextTurn()
      sliceEnd = performance.now() + sliceMs
    }
  }
  const start = (): void => void (running ??= readPending().finally(() => (running = undefined)))

  for (const source of sourcesOf(store)) {
    const add = ({ id }: Stored): void => void pending.set(`${source.kind}/${id}`, { source, id })
    source.collection.watch((record, before) => {
      const changed = record ?? before
      if (!changed) return
      add(changed)
      start()
    })
    source.collection.all().forEach(add)
  }
  start()

  const usesOf = (address: string): ReadonlyMap<string, Use> => {
    const [own, ofVariants] = [uses.get(address), uses.get(uploadStem(address))]
    if (!own || !ofVariants) return own ?? ofVariants ?? new Map<string, Use>()
    return new Map([...own, ...ofVariants])
  }

  return {
    async ready() {
      while (pending.size > 0 || running) {
        start()
        await running
      }
    },
    count: (address) => usesOf(address).size,
    places: (address) =>
      [...usesOf(address).values()].flatMap(({ source, id, path }) => {
        const record = source.collection.get(id)
        return record ? [{ kind: source.kind, id, title: source.titleOf(record), field: source.labelOf(path, record) }] : []
      }),
    get version() {
      return version
    },
  }
}

function sourcesOf(store: Store): Source[] {
  const text = (record: Stored, field: string): string => {
    const value = (record as unknown as Readonly<Record<string, unknown>>)[field]
    return typeof value === 'string' ? value : ''
  }
  const ofRecords = (name: KindName): Source => {
    const { title }: RecordKind = kinds[name]
    return { kind: name, collection: store[name] as unknown as Source['collection'], titleOf: (record) => text(record, title), labelOf: (path) => fieldLabel(name, path) }
  }
  return [
    ...kindNames.map(ofRecords),
    { kind: 'site', collection: store.site as unknown as Source['collection'], titleOf: () => '网站设置', labelOf: siteFieldLabel },
    { kind: 'item', collection: store.item as unknown as Source['collection'], titleOf: () => '后台名称和LOGO', labelOf: (path) => fieldLabel('item', path) },
    { kind: 'media', collection: store.media as unknown as Source['collection'], titleOf: (record) => text(record, 'name'), labelOf: (path) => fieldLabel('media', path) },
  ]
}

const addresses = /\/uploads\/[a-z]+\/[0-9a-f]{32}[\w.]*/g

/** The uploads that a record's texts name, each with the path of the field, once for each field. */
function findUses(record: object): [key: string, path: readonly string[]][] {
  const found = new Map<string, [string, readonly string[]]>()
  const visit = (value: unknown, path: readonly string[]): void => {
    if (typeof value === 'string') {
      if (!value.includes('/uploads/')) return
      for (const [address] of value.matchAll(addresses)) {
        const key = uploadExtension(address) === undefined ? uploadStem(address) : address
        if (key !== '') found.set(`${key} ${path.join('.')}`, [key, path])
      }
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, each] of Object.entries(value)) visit(each, [...path, name])
    }
  }
  for (const [name, value] of Object.entries(record)) {
    // The library's own record of a file names it, too.
    if (name !== 'address' || typeof value !== 'string' || uploadExtension(value) === undefined) visit(value, [name])
  }
  return [...found.values()]
}
