import { truncate } from '../../../contract/characters.ts'
import { CallError, messageOf } from '../../lib/callError.ts'

export interface Turns {
  done: string[]
  failed: { id: string; reason: string }[]
}

export const reasonOf = (cause: unknown, word: string): string => messageOf(cause, `${word}失败，请稍后重试`)

/** One after the other, where the server has no call for several. A failure stops none of the others, and what was done stays done. */
export async function inTurn(
  ids: readonly string[],
  word: string,
  act: (id: string) => Promise<unknown>,
  onStep: (done: number) => void,
): Promise<Turns> {
  const done: Turns['done'] = []
  const failed: Turns['failed'] = []
  for (const [index, id] of ids.entries()) {
    onStep(index)
    try {
      await act(id)
      done.push(id)
    } catch (cause) {
      const reason = reasonOf(cause, word)
      failed.push({ id, reason })
      // The others would fail the same way, and each would ask to sign in.
      if (cause instanceof CallError && (cause.code === 401 || cause.code === 0)) {
        failed.push(...ids.slice(index + 1).map((other) => ({ id: other, reason })))
        break
      }
    }
  }
  return { done, failed }
}

/** Says which rows failed and why; where all did for one reason, the reason is enough. */
export function turnsSummary({ done, failed }: Turns, word: string, nameOf: (id: string) => string): string {
  const reasons = [...new Set(failed.map(({ reason }) => reason))]
  if (done.length === 0 && reasons.length === 1) return `${failed.length} 条均未能${word}：${reasons[0]}`
  const lines = reasons.map((reason) => {
    const names = failed.filter((each) => each.reason === reason).map(({ id }) => nameOf(id))
    return `${named(names)}：${reason}`
  })
  const start =
    done.length === 0
      ? `${failed.length} 条均未能${word}`
      : `已${word} ${done.length} 条，${failed.length} 条未能${word}`
  return `${start}。${lines.join('；')}`
}

const maxNames = 5
const maxNameLength = 40

/** The first ones, and how many they are. */
export function named(names: readonly string[]): string {
  const quoted = names.slice(0, maxNames).map((name) => `“${shortened(name, 20)}”`)
  return quoted.join('、') + (names.length > maxNames ? `等 ${names.length} 条` : '')
}

export const shortened = (name: string, most = maxNameLength): string =>
  truncate(name, most) === name ? name : `${truncate(name, most)}…`

/** Names the records: one that was selected by mistake further down would be deleted unnoticed. */
export function severalQuestion(names: readonly string[], word = '删除'): string {
  const lines = names.slice(0, maxNames).map((name) => `· ${shortened(name)}`)
  return [
    `是否确认${word}所选的 ${names.length} 条数据？`,
    ...lines,
    ...(names.length > maxNames ? [`…… 等共 ${names.length} 条`] : []),
  ].join('\n')
}
