import { api } from '../session/api.ts'
import { startOperation } from '../acts/operations.ts'
import { confirm } from '../ui/confirm.tsx'
import { attempt } from '../ui/Toast.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'

const questionOf = (backsUp: boolean): string =>
  [
    '清空还没有改过的示例内容吗？',
    `${backsUp ? '服务器先做一份备份，' : '这台服务器没有开启备份，现在不会先备份。'}示例产品、新闻、案例和轮播图移到回收站，示例的图片、荣誉、数字、视频等清空，没有内容的栏目随之不显示。`,
    '改过的不动；名称、电话和标志这些必须有的，也不动。完成以后可以撤销。',
  ].join('\n')

/** Removes what is still as shipped, all at once. */
export function ClearStarter({ className = 'button' }: { className?: string }) {
  const [, run, running] = useRepeatGuard()
  const ask = (): Promise<void> =>
    attempt(async () => {
      const { backsUp } = await api('siteSetup', {})
      if (await confirm(questionOf(backsUp), { ok: '清空' })) run(() => startOperation('clear', []))
    })
  return (
    <button type="button" className={className} aria-disabled={running} aria-busy={running} onClick={() => void ask()}>
      {running ? '正在清空…' : '清空示例内容'}
    </button>
  )
}
