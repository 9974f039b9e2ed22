import { grouped } from '../../../contract/kinds/grouped.ts'
import type { Existing } from '../../../contract/kinds/entities.ts'
import { type KindName, kinds, knownBy, recordKind } from '../../../contract/kinds/kinds.ts'
import type { SentRow } from '../../../contract/calls/operations.ts'
import { countUnpasted } from '../../../contract/text/unpasted.ts'
import { outsideAddressesIn } from '../../editor/text/media.ts'
import { knownAs } from '../form/askAboutText.ts'
import { unfinishedOf } from '../form/record.ts'
import { withNames } from '../acts/operationWords.ts'
import { choose, confirm } from '../ui/confirm.tsx'
import { siteLink } from '../ui/Toast.tsx'
import {
  alongsideOf,
  nameOfExisting,
  ownPageOf,
  pageOfList,
  type RecordSource,
  recordsCalled,
  thenPublic,
} from './recordSource.ts'

type Publication = Awaited<ReturnType<typeof loadPublication>>

/** What is published with these records, as they are now, and what visitors would see or not see that was not meant. */
export async function loadPublication(
  kind: KindName,
  ids: readonly string[],
  addressOf: RecordSource['sitePath'] = ownPageOf(kinds[kind]),
) {
  const { filter } = recordKind(kind)
  const drafts = await recordsCalled(kind, ids)
  const unfinished = new Set(unfinishedOf(kind).map(({ id }) => id))
  const notesOf = ({ id, fields, basedOn, off, publishAt }: Existing): string[] => {
    const text = JSON.stringify(fields)
    const isFirst = basedOn === '' && off === undefined
    const notes = [
      countUnpasted(text) > 0 && '的正文有未能粘贴的内容，标出它们的红字会去掉。',
      outsideAddressesIn(text).length > 0 && '有站外图片，访客可能看不到。',
      ...knownBy(kind).map((name, at) => isFirst && !fields[name] && `是第一次发布，还没有${knownAs[at]}。`),
      filter && !fields[filter] && '没有产品位置，产品中心里没有它们。',
      publishAt && '定了时间，会改为现在就发布。',
      unfinished.has(id) && '在这个浏览器里还有没保存的修改，不会一起发布。',
    ]
    return notes.filter((note) => typeof note === 'string')
  }
  const seen = new Set(drafts.flatMap(({ id, basedOn }) => (basedOn === '' ? [] : [id])))
  const [only] = ids.length === 1 ? drafts : []
  const href = only ? addressOf(only.id, only.fields) : pageOfList(kind)
  return {
    link: href === undefined ? undefined : siteLink(href),
    notes: Array.from(grouped(drafts, notesOf), ([note, some]) => `其中 ${some.length} 条${note}`),
    rows: ids.map((id): SentRow => ({ kind, id, wasPublic: seen.has(id) })),
    alongside: drafts.flatMap((draft) => {
      const words = alongsideOf(kind, draft).join('；')
      return words === '' ? [] : [{ id: draft.id, title: nameOfExisting(draft), words }]
    }),
  }
}

/**
 * Asks where there is something to ask, also whether what goes along is left out, and again where that has changed meanwhile. Resolves to
 * what is published, and what was left out.
 */
export async function confirmPublication(question: string, load: () => Promise<readonly Publication[]>, ok: string) {
  let asked = ''
  let answer: Awaited<ReturnType<typeof choose>> = true
  for (;;) {
    const all = await load()
    const rows = all.flatMap((publication) => publication.rows)
    const alongside = all.flatMap((publication) => publication.alongside)
    const lines = alongside.map(({ title, words }) => `“${title}”：${words}，${thenPublic}`)
    const about = lines.length > 0 ? withNames(`其中 ${lines.length} 条请留意：`, lines) : ''
    const message = [question, about, ...all.flatMap(({ notes }) => notes)].filter(Boolean).join('\n')
    const others = rows.filter(({ id }) => alongside.every((draft) => draft.id !== id))
    const link = all.find((publication) => publication.rows.length > 0)?.link
    if (message === asked)
      return answer === 'other' ? { rows: others, leftOut: alongside, link } : { rows, leftOut: [], link }
    const isPart = others.length > 0 && others.length < rows.length
    const ways = isPart ? { ok: `${rows.length} 条都发布`, other: `只发布其余 ${others.length} 条` } : { ok }
    answer = await choose(message, ways)
    if (!answer) return { rows: [], leftOut: [], link }
    asked = message
  }
}

/** The same of what a form publishes, which asks about its own fields itself. */
export async function confirmAlongside(kind: KindName, id: string): Promise<boolean> {
  for (let asked = ''; ; ) {
    const drafts = await recordsCalled(kind, [id])
    const words = drafts.flatMap(({ off: _off, ...draft }) => alongsideOf(kind, draft)).join('；')
    if (words === asked) return true
    if (!(await confirm(`${words}，${thenPublic}`, { ok: '一起发布' }))) return false
    asked = words
  }
}
