import type { HistoryRow } from '../../../contract/entities.ts'
import type { KindName } from '../../../contract/kinds.ts'
import { type FieldValues, mergeBlocks } from '../../../contract/merge.ts'
import { api } from '../api.ts'
import type { Display, FieldDisplay } from './record.ts'

/** Where a form finds what its fields were. */
export interface History {
  kind: KindName | 'site'
  id: string
  display: Display
  /** The fields that this version has, as the form holds them. */
  load(version: string): Promise<FieldValues>
  /** What followed the last version. */
  latest(): Promise<FieldValues>
}

export interface VersionEntry extends HistoryRow {
  values: FieldValues
  /** What the next version has changed. */
  changed: string
}

/** The versions after which something in the fields was changed, the newest first. Each is loaded when it is asked for. */
export async function* versionsOf({ kind, id, display, load, latest }: History): AsyncGenerator<VersionEntry> {
  const rows = await api('historyList', { kind, id })
  let next = rows.length > 0 ? await latest() : {}
  for (const row of rows) {
    const values = await load(row.version)
    const names = differing(display, values, next)
    const changed = names.map((name) => changeOf(display[name], values[name], next[name])).join('、')
    if (names.length > 0) yield { ...row, values, changed }
    next = { ...next, ...values }
  }
}

/** The fields that a version has otherwise. */
export const differing = (display: History['display'], values: FieldValues, others: FieldValues): string[] =>
  Object.keys(display).filter((name) => values[name] !== undefined && values[name] !== others[name])

function changeOf(display: FieldDisplay | undefined, before = '', after = ''): string {
  const count =
    display?.kind === 'rich' ? ` ${mergeBlocks(before, after, before).filter((piece) => 'by' in piece).length} 处` : ''
  return `${display?.label ?? ''}${count}`
}
