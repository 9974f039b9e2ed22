import type { Cleared } from '../../../contract/entities.ts'
import { api } from '../api.ts'
import { restore } from '../list/useTrash.tsx'
import { attempt, toast } from '../ui/Toast.tsx'
import { confirm } from '../ui/confirm.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'
import { putBackSite } from '../described/putBackSite.ts'

/** An older server does not say whether it makes a backup. */
const backupWords = (backsUp: boolean | undefined): string => {
  if (backsUp === undefined) return '服务器先做一份备份（没有开启备份时跳过），'
  return backsUp ? '服务器先做一份备份，' : '这台服务器没有开启备份，现在不会先备份。'
}

const questionOf = (backsUp: boolean | undefined): string =>
  [
    '清空还没有改过的示例内容吗？',
    `${backupWords(backsUp)}示例产品、新闻、案例和轮播图移到回收站，示例的荣誉、数字、视频等清空，没有内容的栏目随之不显示。`,
    '改过的不动；名称、电话、文字和横幅这些要换成自己的，也不动。完成以后可以撤销。',
  ].join('\n')

const putBackCleared = ({ records, lists, emptied }: Cleared): Promise<void> =>
  attempt(async () => {
    for (const { kind, ids } of records) await restore(kind, ids)
    await putBackSite({ before: lists, after: emptied })
  }, '没有全部恢复，其余的在回收站和历史版本里')

/** Removes what is still as shipped, all at once. Resolves to whether that was done. */
export async function clearStarter(onUndone = () => {}): Promise<boolean> {
  let isDone = false
  const undo = async (cleared: Cleared): Promise<void> => {
    await putBackCleared(cleared)
    onUndone()
  }
  await attempt(async () => {
    const cleared = await api('siteClear', {})
    isDone = true
    const count = cleared.records.reduce((sum, { ids }) => sum + ids.length, 0)
    const fields = Object.keys(cleared.lists).length
    const backup = cleared.backedUp === false ? '，清空前没有备份' : ''
    toast(`示例内容已清空：${count}条内容、${fields}处设置${backup}`, 'good', {
      undo: () => void undo(cleared),
      anywhere: true,
    })
  }, '没有清空，请稍后重试')
  return isDone
}

/** `onChanged` asks again what is left. */
export function ClearStarter({ className = 'button', onChanged }: { className?: string; onChanged(): void }) {
  const [, run, running] = useRepeatGuard()

  const clear = async (): Promise<void> => {
    await clearStarter(onChanged)
    onChanged()
  }
  const ask = async (): Promise<void> => {
    if (running) return
    const setup = await api('siteSetup', {}).catch(() => undefined)
    if (await confirm(questionOf(setup?.backsUp), { ok: '清空' })) run(clear)
  }
  return (
    <button type="button" className={className} aria-disabled={running} aria-busy={running} onClick={() => void ask()}>
      {running ? '正在清空…' : '清空示例内容'}
    </button>
  )
}
