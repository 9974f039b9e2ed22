import type { StateInRow } from '../../../contract/kinds.ts'
import { publishedText, stateText } from '../form/stateText.ts'

/** What visitors see of a record, and when that changes. That it is published is the usual case, and quiet. */
export function RowState({ row, starter, unsaved }: { row: Partial<StateInRow>; starter: boolean; unsaved: boolean }) {
  const words = stateText({ state: 'published', ...row })
  return (
    <span className="row-state row tight tiny">
      {isPinned(row) && <span className="tag pinned">置顶</span>}
      <span className={words === publishedText ? 'clamped muted' : 'clamped noted'} title={words}>{words}</span>
      {starter && <span className="tag starter" title="随网站安装的内容，还没有改过">示例</span>}
      {unsaved && <span className="tag" title="在这个浏览器里写了一些，还没有保存">没写完</span>}
    </span>
  )
}

export const isPublished = ({ state = 'published' }: Partial<StateInRow>): boolean => state === 'published'
export const isPinned = ({ pinned }: Partial<StateInRow>): boolean => pinned === true
