import { documentFacts } from '../../contract/media/documents.ts'
import type { ListPage } from '../../contract/kinds/entities.ts'
import { isKind, recordKind } from '../../contract/kinds/kinds.ts'
import {
  isReplaceable,
  isStarterFile,
  lacksAlt,
  type MediaPlace,
  type MediaRow,
  placeNoun,
  type ReplaceablePlace,
} from '../../contract/media/media.ts'
import { categoryNames, categoryOf, isFilm } from '../../contract/media/mediaTypes.ts'
import { isOfSharedSize, pictureFacts, uploadStem } from '../../contract/media/pictureName.ts'
import { messages } from '../../contract/calls/rules.ts'
import { groupPermission, type Permission } from '../../contract/calls/roles.ts'
import { Failure, fieldFailure, notFound } from '../failure.ts'
import { createShareCrops, mediaId as idOf } from './library.ts'
import type { MediaUses } from './mediaUses.ts'
import type { StarterFiles } from './starterFiles.ts'
import type { RichText } from './richText.ts'
import { edit, edited } from '../store/edits.ts'
import { listPage } from '../store/listPage.ts'
import type { Collection } from '../store/collection.ts'
import { type Edited, shownTime, versionOf } from '../store/kind.ts'
import type { MediaRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { inSlices } from '../system/timeSlices.ts'
import { online, type Uploads } from './uploads.ts'
import { type Caller, type HandlerInput, type Handlers, requirePermission, signedIn } from '../call.ts'

interface MediaCallsParts {
  store: Store
  uploads: Uploads
  uses: MediaUses
  starterFiles: StarterFiles
  richText: RichText
  /** The largest film in bytes; 0 where none can be uploaded. */
  filmBytes: number
  now: () => number
}

export function mediaCalls(services: MediaCallsParts) {
  const {
    store: { media },
    uploads,
    uses,
    starterFiles,
    filmBytes,
    now,
  } = services
  const isCrop = createShareCrops(services.store)
  const rowsOf = async (stored: readonly MediaRecord[]): Promise<MediaRow[]> => {
    const missing = await uploads.missing(stored.map(({ address }) => address))
    return stored.map((record) => ({
      ...storedRow(record),
      uses: uses.count(record.address),
      ...(missing.has(record.address) && { missing: true }),
    }))
  }
  const replaceUses = createReplaceUses(services)

  return {
    async mediaList(input) {
      const { data, count } = await list(media, await starterFiles.all(), uses, isCrop, input)
      return { data: await rowsOf(data), count, filmBytes }
    },

    async mediaDetail({ mediaId, address }) {
      if ((mediaId === undefined) === (address === undefined))
        throw fieldFailure('mediaId', '请填写mediaId或address其中一项')
      const record = await starterFiles.find(mediaId ?? idOf(address ?? ''))
      if (!record) throw notFound()
      await uses.ready()
      const [row] = await rowsOf([record])
      const { captions } = record
      return {
        ...(row as MediaRow),
        ...(captions && { captions }),
        places: uses.places(record.address),
        version: versionOf(record),
      }
    },

    async mediaUpdate({ mediaId, basedOn, poster, ...fields }, caller) {
      const record = await starterFiles.find(mediaId)
      if (!record) throw notFound()
      const category = categoryOf(record.type)
      if (poster && category === 'document') throw fieldFailure('poster', '只有视频可以设置封面')
      if (poster && category === 'picture' && !isOfSharedSize(poster)) throw fieldFailure('poster', messages.wrongCrop)
      if (fields.captions && !isFilm(record.type)) throw fieldFailure('captions', '只有视频可以有字幕')
      const change = { fields: { ...fields, poster }, basedOn, by: signedIn(caller).user.name, now: now() }
      // A starter picture has no record until it is changed.
      await media.change(mediaId, (current) =>
        edited(current ?? (isStarterFile(record.address) ? record : undefined), change),
      )
      if (poster !== undefined && poster !== record.poster) await removeCrop(services, record)
      return null
    },

    async mediaDelete({ mediaIds }) {
      await uses.ready()
      const records = (await Promise.all([...new Set(mediaIds)].map(starterFiles.find))).flatMap(
        (record) => record ?? [],
      )
      const isOfProgram = ({ address }: MediaRecord): boolean => isStarterFile(address)
      if (records.some((record) => isOfProgram(record) && uses.count(record.address) > 0)) {
        throw new Failure(409, '示例随程序提供，不能删除，可以替换成自己的')
      }
      const used = records.filter(({ address }) => uses.count(address) > 0)
      if (used.length > 0) throw inUse(used, uses)
      for (const record of records) {
        await (isOfProgram(record) ? media.remove(record.id) : remove(services, record))
        await removeCrop(services, record)
      }
      return null
    },

    async mediaReplace({ mediaId, replacement }, caller) {
      const from = await starterFiles.find(mediaId)
      const to = await starterFiles.find(replacement)
      if (!from) throw notFound()
      if (!to) throw fieldFailure('replacement', '用来替换的素材不存在或已被删除')
      if (from.id === to.id) throw fieldFailure('replacement', '请选择另一个素材')
      const category = categoryOf(from.type)
      if (category !== categoryOf(to.type)) {
        throw fieldFailure('replacement', `${categoryNames[category]}只能用${categoryNames[category]}替换`)
      }
      // Nobody can delete the file meanwhile, which is used only once the first record is saved.
      return uploads.exclusively(to.address, async () => ({ places: await replaceUses(from, to, caller) }))
    },
  } satisfies Partial<Handlers>
}

type ListInput = HandlerInput<'mediaList'>

type Files = ListPage<MediaRecord>

/** As the library shows it, without what follows from other records. */
function storedRow({
  id,
  createdAt,
  changedAt: _changedAt,
  changedBy: _changedBy,
  hash: _hash,
  source: _source,
  captions: _captions,
  poster,
  ...facts
}: MediaRecord): Omit<MediaRow, 'uses' | 'missing'> {
  return { mediaId: id, ...facts, ...(poster && { poster }), createDate: shownTime(createdAt) }
}

/** The uses are counted for each request: few people sort by them, and a count is a look-up. */
async function list(
  media: Store['media'],
  extra: readonly MediaRecord[],
  uses: MediaUses,
  isCrop: (address: string) => boolean,
  input: ListInput,
): Promise<Files> {
  const { page, limit, word, type, withoutAlt, unused, sort } = input
  const matches = (record: MediaRecord): boolean =>
    (type === undefined || categoryOf(record.type) === type) &&
    (!withoutAlt || lacksAlt(record)) &&
    !isCrop(record.address)
  const filter = { key: `${type} ${withoutAlt}`, matches }
  const order = { ...input, sort: sort === 'uses' ? undefined : sort }
  const filesOf = (page: number, limit: number): Files | Promise<Files> =>
    listPage(media, { page, limit, word, filter }, order, extra)
  if (!unused && sort !== 'uses') return filesOf(page, limit)
  const { data } = await filesOf(1, Math.max(1, media.size + extra.length))
  const files = await byUses(data, uses, input)
  return { data: files.slice((page - 1) * limit, page * limit), count: files.length }
}

/** Leaves out used files where only unused ones are wanted, and sorts by uses; files with as many uses keep their order. */
async function byUses(
  files: Files['data'],
  uses: MediaUses,
  { unused, sort, order }: ListInput,
): Promise<Files['data']> {
  const candidates: { file: MediaRecord; count: number }[] = []
  await inSlices(files, (file) => {
    const count = uses.count(file.address)
    if (!unused || count === 0) candidates.push({ file, count })
  })
  if (sort === 'uses') candidates.sort((a, b) => (order === 'desc' ? b.count - a.count : a.count - b.count))
  return candidates.map(({ file }) => file)
}

/**
 * The record is removed first: a server that is killed before it removes the file finds a file without a record at the next start, and
 * the library shows it again. In the other order a picture that may be in use would be broken.
 */
async function remove({ store, uploads, uses }: MediaCallsParts, record: MediaRecord): Promise<void> {
  const { id, address } = record
  let isRecordRemoved = false
  try {
    await uploads.remove(address, async () => {
      if (!(await store.media.remove(id))) return undefined
      isRecordRemoved = true
      // Somebody may have saved a record with it meanwhile, also on another server.
      await online(store.catchUp())
      await uses.ready()
      if (uses.count(address) > 0) throw inUse([record], uses)
      return id
    })
  } catch (error) {
    if (isRecordRemoved) await store.media.put(record)
    throw error
  }
}

/** Removes what shared links showed of a picture that has another now, or is deleted; a crash before leaves it in the library's list. */
async function removeCrop(services: MediaCallsParts, { type, poster }: MediaRecord): Promise<void> {
  const crop = poster && !isFilm(type) ? services.store.media.get(idOf(poster)) : undefined
  await services.uses.ready()
  if (crop && services.uses.count(crop.address) === 0) await remove(services, crop)
}

/** What a replacement needs to change these records, as their own calls do. */
function permissionFor({ kind, group }: MediaPlace): Permission {
  if (kind === 'item') return 'sysNameLogo:update'
  return group === undefined ? 'record:edit' : groupPermission(group)
}

const shownPlaces = 5

function inUse(records: readonly MediaRecord[], uses: MediaUses): Failure {
  const places = records.flatMap(({ address }) => uses.places(address))
  const placeNames = places.slice(0, shownPlaces).map((place) => `${placeName(place)}的${place.field}`)
  const names = records.slice(0, 3).map(({ name }) => `“${name}”`)
  const what = records.length > names.length ? `${names.join('、')}等${records.length}个素材` : names.join('、')
  const more = places.length > placeNames.length ? `；共${places.length}处` : ''
  return new Failure(409, `${what}正在使用，不能删除：${placeNames.join('；')}${more}`, { data: { places } })
}

/** Noun and title for a kind with many records; the title alone for what exists once, such as the site. */
function placeName(place: MediaPlace): string {
  const noun = placeNoun(place)
  return noun === undefined ? place.title : `${noun}“${place.title}”`
}

/** Several fields of a record are several places, and one record to change. */
const distinctRecords = (places: readonly ReplaceablePlace[]): ReplaceablePlace[] => [
  ...new Map(places.map((place) => [`${place.state}/${place.kind}/${place.id}`, place])).values(),
]

interface Replacement {
  from: string
  to: string
  /** What a card of the new document shows beside its name; '' for a picture or film. */
  facts: string
  by: string
}
type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
/** How often another save may be faster. */
const maxSaveTries = 20

/** Uses one file in the places of another, and resolves to how many these are. */
function createReplaceUses({ store, uploads, uses, starterFiles, richText, now }: MediaCallsParts) {
  /** Like a save from a form, based on the version that was read. */
  const save = async <R extends Edited>(
    collection: Collection<R>,
    { kind, id }: ReplaceablePlace,
    { by, ...change }: Replacement,
  ): Promise<void> => {
    const body = isKind(kind) ? recordKind(kind).body : undefined
    const clean = async (fields: Fields): Promise<Fields> => {
      if (isFields(fields.fields)) return { ...fields, fields: await clean(fields.fields) }
      const html = body === undefined ? undefined : fields[body]
      return body !== undefined && typeof html === 'string'
        ? { ...fields, [body]: await richText.clean(html, body) }
        : fields
    }
    for (let tries = maxSaveTries; ; tries--) {
      const current = collection.get(id)
      if (!current) return
      const fields = Object.entries(current).flatMap(([field, value]) => {
        const next = replaced<unknown>(value, change)
        // The address of a film's own record is the film.
        return field === 'address' || JSON.stringify(next) === JSON.stringify(value) ? [] : [[field, next] as const]
      })
      if (fields.length === 0) return
      try {
        await edit(collection, id, {
          fields: await clean(Object.fromEntries(fields)),
          basedOn: versionOf(current),
          by,
          now: now(),
        })
        return
      } catch (error) {
        const isChangedOrDeleted = error instanceof Failure && (error.code === 409 || error.code === 404)
        if (!isChangedOrDeleted || tries === 1) throw error
      }
    }
  }

  const replaceIn = async (place: ReplaceablePlace, replacement: Replacement): Promise<void> => {
    const { kind, id, state } = place
    if (kind === 'item') await store.item.update(id, (current) => replaced(current, replacement))
    else if (kind === 'site') await save(store.site, place, replacement)
    else if (kind === 'media') await save(store.media, place, replacement)
    else
      await (state ? save(store.drafts[kind], place, replacement) : save(store.states[kind].live, place, replacement))
  }

  return async (from: MediaRecord, to: MediaRecord, caller: Caller): Promise<number> => {
    const isMissing = !(await starterFiles.find(to.id)) || (await uploads.missing([to.address])).size > 0
    if (isMissing) throw fieldFailure('replacement', '用来替换的素材文件不存在')
    await uses.ready()
    const places = uses.places(from.address).filter(isReplaceable)
    for (const place of places) {
      requirePermission(permissionFor(place), caller, `没有权限修改${place.title}，其中也使用了“${from.name}”`)
    }
    const change = {
      from: from.address,
      to: to.address,
      by: signedIn(caller).user.name,
      facts: documentFacts(to.address, to.bytes),
    }
    // One record after the other: after a failure the rest still name the old file, and the same call does the rest.
    for (const place of distinctRecords(places)) await replaceIn(place, change)
    return places.length
  }
}

/** A value with one upload, or a variant of it, replaced by another in all its texts. */
function replaced<T>(value: T, change: Omit<Replacement, 'by'>): T {
  if (typeof value === 'string') return replacedIn(value, change) as T
  if (Array.isArray(value)) return value.map((item: unknown) => replaced(item, change)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, replaced<unknown>(member, change)]),
  ) as T
}

function replacedIn(text: string, { from, to, facts }: Omit<Replacement, 'by'>): string {
  if (!text.includes(uploadStem(from))) return text
  const names = [from, ...(pictureFacts(from)?.variants ?? []).map(({ src }) => src)]
  const changed = names.reduce((result, name) => result.split(name).join(to), text)
  if (facts === '') return changed
  return changed.replace(documentCard, (card, start: string, address: string) =>
    address === to ? `${start}${facts}` : card,
  )
}

/** A link to a document as the editor inserts it, up to the end of the kind and size that it shows. */
const documentCard = /(<a [^>]*href="(\/uploads\/document\/[\w.]+)"[^>]*>[^<]*<small>)[^<]*(?=<\/small>)/g
