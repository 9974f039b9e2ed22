import type { StateInRow } from '../../../contract/kinds/kinds.ts'

/** Such as `11-23 09:00`, of a time as in replies or as it is chosen; with the year where it is another one. */
export const shortTime = (time: string): string =>
  time.slice(time.slice(0, 4) === String(new Date().getFullYear()) ? 5 : 0, 16).replace('T', ' ')

export const publishedText = '已发布'

/** Where a record stands, as lists and forms say it. */
export function stateText({ state, hasDraft, publishAt, unpublishAt }: Omit<StateInRow, 'pinned'>): string {
  const parts: string[] = []
  if (state === 'published') parts.push(publishedText)
  if (state === 'draft') parts.push('草稿')
  if (hasDraft && !publishAt) parts.push('有未发布的修改')
  if (publishAt) parts.push(`定时 ${shortTime(publishAt)}${hasDraft ? ' 更新' : ''}`)
  const whenOff = state === 'draft' ? '发布后于' : '将于'
  if (unpublishAt) parts.push(`${whenOff} ${shortTime(unpublishAt).slice(0, -6)} 下线`)
  return parts.join('·')
}
