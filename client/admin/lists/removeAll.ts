import { CallError } from '../../lib/callError.ts'

interface Removed {
  gone: string[]
  /** Those that stayed, and why. */
  kept: { id: string; why: string }[]
}

export const reasonOf = (cause: unknown): string => (cause instanceof CallError ? cause.message : '删除失败，请稍后重试')

/** One after the other, where the server has no call for several. */
export async function removeAll(ids: readonly string[], remove: (id: string) => Promise<unknown>, onStep: (done: number) => void): Promise<Removed> {
  const removed: Removed = { gone: [], kept: [] }
  for (const [index, id] of ids.entries()) {
    onStep(index)
    try {
      await remove(id)
      removed.gone.push(id)
    } catch (cause) {
      const why = reasonOf(cause)
      removed.kept.push({ id, why })
      // The others would fail the same way, and each would ask to sign in.
      if (cause instanceof CallError && (cause.code === 401 || cause.code === 0)) {
        removed.kept.push(...ids.slice(index + 1).map((other) => ({ id: other, why })))
        break
      }
    }
  }
  return removed
}

export function removalSummary({ gone, kept }: Removed): string {
  const reasons = [...new Set(kept.map(({ why }) => why))].join('；')
  return gone.length === 0 ? `${kept.length} 条均未能删除：${reasons}` : `已删除 ${gone.length} 条，${kept.length} 条未能删除：${reasons}`
}

const [named, nameLength] = [5, 40]

/** Says which: a record selected by mistake further down would be deleted unnoticed. */
export function severalQuestion(names: readonly string[]): string {
  const lines = names.slice(0, named).map((name) => `· ${[...name].length > nameLength ? `${[...name].slice(0, nameLength).join('')}…` : name}`)
  return [`是否确认删除所选的 ${names.length} 条数据？`, ...lines, ...(names.length > named ? [`…… 等共 ${names.length} 条`] : [])].join('\n')
}
