import { isKind } from '../../contract/kinds.ts'
import type { ArchivedRecord } from '../store/archivedRecord.ts'
import { Failure } from '../failure.ts'
import { newId } from '../store/newId.ts'
import { type Edited, versionOf } from '../store/kind.ts'
import type { DraftRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { chinaTime } from '../system/chinaTime.ts'

/**
 * Makes a draft of a record out of an archive: beside the live one, else a new one, which has an id of its own while the deleted record
 * is in the trash. What is public stays as it is. Returns what was done, for the operator.
 */
export async function bringBack(store: Store, wanted: ArchivedRecord, now: () => number): Promise<string> {
  const { kind, fields, createdAt } = wanted
  if (!isKind(kind)) throw new Failure(400, `没有“${String(kind)}”这类记录`)
  const id = store.trash[kind].get(wanted.id) ? newId(now()) : wanted.id
  const time = chinaTime(now())
  let live: Edited | undefined
  await store.states[kind].change(id, (state) => {
    live = state.live
    if (state.draft) throw new Failure(409, `${kind}/${id} 已有草稿，请先在后台发布或删除它，再恢复`)
    if (state.trash) throw new Failure(409, `${kind}/${id} 刚刚被删除，请再执行一次`)
    const draft: DraftRecord = {
      id,
      createdAt: time,
      key: newId(now()),
      changedAt: time,
      changedBy: '',
      fields,
      ...(live ? { basedOn: versionOf(live) } : createdAt !== undefined && { was: { createdAt } }),
    }
    return { ...state, draft }
  })
  await store.activity.add([{ user: '', action: 'restore', kind, id, ok: true }])
  const done = live
    ? `${kind}/${id} 已恢复为草稿，公开的内容没有变：请在后台核对后发布`
    : `${kind}/${wanted.id} 已恢复为新的草稿${id === wanted.id ? '' : `（原来的在回收站里，草稿的编号是 ${id}）`}：请在后台核对后发布`
  const lost = lostUploads(store, fields)
  return lost.length === 0
    ? done
    : `${done}\n素材库里没有它用到的 ${lost.length} 个文件，请从备份里取出，在后台重新上传：${lost.join('、')}`
}

/** As they are called in an archive. */
function lostUploads({ media }: Store, fields: ArchivedRecord['fields']): string[] {
  const kept = new Set(media.all().map(({ address }) => address))
  const named = JSON.stringify(fields).match(/\/uploads\/[\w.-]+\/[\w.-]+/g) ?? []
  return [...new Set(named)].filter((address) => !kept.has(address)).map((address) => address.slice(1))
}
