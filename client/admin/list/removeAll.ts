import { CallError, messageOf } from '../../lib/callError.ts'

interface Removal {
  removed: string[]
  failed: { id: string; reason: string }[]
}

export const reasonOf = (cause: unknown): string => messageOf(cause, '删除失败，请稍后重试')

/** One after the other, where the server has no call for several. */
export async function removeAll(
  ids: readonly string[],
  remove: (id: string) => Promise<unknown>,
  onStep: (done: number) => void,
): Promise<Removal> {
  const removed: Removal['removed'] = []
  const failed: Removal['failed'] = []
  for (const [index, id] of ids.entries()) {
    onStep(index)
    try {
      await remove(id)
      removed.push(id)
    } catch (cause) {
      const reason = reasonOf(cause)
      failed.push({ id, reason })
      // The others would fail the same way, and each would ask to sign in.
      if (cause instanceof CallError && (cause.code === 401 || cause.code === 0)) {
        failed.push(...ids.slice(index + 1).map((other) => ({ id: other, reason })))
        break
      }
    }
  }
  return { removed, failed }
}

export function removalSummary({ removed, failed }: Removal): string {
  const reasons = [...new Set(failed.map(({ reason }) => reason))].join('；')
  return removed.length === 0
    ? `${failed.length} 条均未能删除：${reasons}`
    : `已删除 ${removed.length} 条，${failed.length} 条未能删除：${reasons}`
}

const maxNames = 5
const maxNameLength = 40

export const shortened = (name: string, most = maxNameLength): string =>
  [...name].length > most ? `${[...name].slice(0, most).join('')}…` : name

/** Names the records: one that was selected by mistake further down would be deleted unnoticed. */
export function severalQuestion(names: readonly string[], word = '删除'): string {
  const lines = names.slice(0, maxNames).map((name) => `· ${shortened(name)}`)
  return [
    `是否确认${word}所选的 ${names.length} 条数据？`,
    ...lines,
    ...(names.length > maxNames ? [`…… 等共 ${names.length} 条`] : []),
  ].join('\n')
}
