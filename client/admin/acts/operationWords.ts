import { truncate } from '../../../contract/text/characters.ts'
import { type Operation, operationNames } from '../../../contract/calls/operations.ts'
import { messages } from '../../../contract/calls/rules.ts'

export const isRunning = ({ state }: Operation): boolean => state === 'running' || state === 'undoing'
export const hasEnded = ({ state }: Operation): boolean => ['stopped', 'done', 'undone'].includes(state)
/** Or it is on the way. */
export const isUndone = ({ undoneBy }: Operation): boolean => undoneBy !== undefined
/** How many rows of an import the server has not got yet. */
export const notSent = ({ options: { expected = 0 }, total }: Operation): number => Math.max(0, expected - total)
const nameOf = (operation: Operation): string => (isUndone(operation) ? '撤销' : '') + operationNames[operation.what]

/** Where it stands: 正在发布, 已暂停发布. */
export function stateWords(operation: Operation): string {
  const name = nameOf(operation)
  const failed = operation.failedCount > 0 ? `，${operation.failedCount} 条未能${name}` : ''
  if (isRunning(operation)) return `正在${name}${isUndone(operation) ? '' : failed}`
  if (operation.state === 'paused') return `已暂停${name}`
  if (operation.state === 'staged')
    return notSent(operation) > 0 ? `${name}还有 ${notSent(operation)} 条没有传完` : `准备${name}`
  return endWords(operation)
}

/** What has come of it. */
function endWords(operation: Operation): string {
  const { state, total, done, failedCount, leftCount } = operation
  const name = nameOf(operation)
  // What was not done has nothing to be undone.
  const succeeded = done - failedCount - leftCount
  const missed = isUndone(operation) ? leftCount : failedCount
  if (state === 'stopped') return `已停止，${name}了 ${succeeded} 条，还有 ${total - done} 条没有动`
  if (missed > 0 && operation.what === 'settings') return '修改设置没有全部撤销'
  if (missed > 0 && succeeded === 0) return `${missed} 条均未能${name}${publicWords(operation)}`
  if (missed > 0 && isUndone(operation))
    return `已${name} ${succeeded} 条，还有 ${missed} 条没有撤销${publicWords(operation)}`
  if (missed > 0) return `已${name} ${succeeded} 条，${missed} 条未能${name}`
  if (operation.what === 'delete' && !isUndone(operation)) return messages.deleted
  return total > 1 ? `已${name} ${succeeded} 条` : `已${name}`
}

/** What visitors see of what an undo has left. */
export function publicWords({ left }: Operation): string {
  const titles = left.flatMap(({ isPublic, title }) => (isPublic ? [title] : []))
  return titles.length > 0 ? `，其中 ${titles.length} 条访客仍然看得到新的内容：${named(titles)}` : ''
}

/** What else has happened, as much as a person reads in passing. */
export const firstWords = (words: Operation['words']): readonly string[] => words.slice(0, 5)

/** Says which rows failed and why, each reason once. */
export function failureWords(failed: Operation['failed']): string {
  const reasons = [...new Set(failed.map(({ note }) => note))]
  const lines = reasons.map((reason) => {
    const names = failed.filter(({ note }) => note === reason).map(({ title }) => title)
    return `${named(names)}：${reason}`
  })
  return lines.join('；')
}

const maxNames = 5

/** The first ones, and how many they are. */
export function named(names: readonly string[]): string {
  const quoted = names.slice(0, maxNames).map((name) => `“${shortened(name)}”`)
  return quoted.join('、') + (names.length > maxNames ? `等 ${names.length} 条` : '')
}

/** As long as it may be within a sentence. */
export const shortened = (name: string): string => (truncate(name, 20) === name ? name : `${truncate(name, 20)}…`)

/** What else an undo brings about, which may not be expected. */
const undone: { readonly [W in Operation['what']]?: string } = {
  import: '新增的移到“已删除”，改过的回到原来，已经发布到网站上的也一起撤回。',
  clear: '示例会马上回到网站上。',
}

/** Names the records: a person may have one of them in mind. */
export function undoQuestion({ what, titles, done }: Operation): string {
  const question = `撤销这次${operationNames[what]}吗？共 ${done} 条，${undone[what] ?? ''}后来又有人修改过的不动。`
  return withNames(question, titles, done)
}

/** Names the records: one that was selected by mistake further down would be deleted unnoticed. */
export function severalQuestion(names: readonly string[], word = '删除'): string {
  return withNames(`是否确认${word}所选的 ${names.length} 条数据？`, names)
}

export function withNames(question: string, names: readonly string[], count = names.length): string {
  const lines = names.slice(0, maxNames).map((name) => `· ${name}`)
  const rest = count > lines.length ? [`…… 等共 ${count} 条`] : []
  return [question, ...lines, ...rest].join('\n')
}
