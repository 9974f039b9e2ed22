import { useEffect, useRef, useState } from 'react'
import { type ChannelKind, channelKindNames, channelKindOf, type ChannelRow } from '../../../contract/calls/channels.ts'
import { messages } from '../../../contract/calls/rules.ts'
import { api } from '../session/api.ts'
import { RowButton } from '../list/cells.tsx'
import { attempt, toast } from '../ui/Toast.tsx'
import { AdminIcon, Button } from '../ui/buttons.tsx'
import { confirm } from '../ui/confirm.tsx'
import { useLoaded } from '../ui/useLoaded.ts'
import { ChannelDialog } from './ChannelDialog.tsx'
import {
  type MadeChannel,
  SavedChannel,
  ServiceCard,
  ServiceSection,
  TestButton,
  type TestState,
  useTests,
} from './ServiceCard.tsx'

/** 通知: the channels by which staff are notified of what visitors send. */
export function ChannelGroup() {
  const loaded = useLoaded((signal) => api('channelList', {}, signal), [])
  const { data: rows, refresh } = loaded
  const { tests, test } = useTests((channelId: string) => api('channelTest', { channelId }), refresh)
  const [edited, setEdited] = useState<ChannelRow | ChannelKind>()
  const [saved, setSaved] = useState<MadeChannel>()
  const add = useRef<HTMLButtonElement>(null)
  const { remove, switchTo } = channelActions(refresh, () => add.current?.focus())
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // A link to the channels focuses the first button, before they are there. Whoever follows one from a warning wants what is wrong.
    const faulty = list.current?.querySelector('.channel.faulty')
    if (!faulty || document.activeElement !== add.current) return
    faulty.scrollIntoView({ block: 'center' })
    faulty.querySelector('button')?.focus({ preventScroll: true })
  }, [rows])
  return (
    <ServiceSection
      title="通知"
      path="channels"
      lead="有新的咨询或申请时，马上通知到这里的渠道；客户线索到了“下次联系”的日子，09:00也会提醒。"
      loaded={loaded}
    >
      <div>
        <Button ref={add} kind="primary" icon="plus" onClick={() => setEdited('wecom')}>
          添加渠道
        </Button>
      </div>
      {rows?.length === 0 && <NoChannels onChoose={setEdited} />}
      {rows && rows.length > 0 && (
        <ul className="stack" aria-label="通知渠道" ref={list}>
          {rows.map((row) => (
            <Channel
              key={row.channelId}
              row={row}
              test={tests.get(row.channelId)}
              onTest={() => void test(row.channelId)}
              onEdit={() => setEdited(row)}
              onRemove={() => void remove(row)}
              onSwitch={(on) => void switchTo(row, on)}
            />
          ))}
        </ul>
      )}
      {edited && (
        <ChannelDialog
          edited={edited}
          onClose={() => setEdited(undefined)}
          onSaved={(made) => {
            setSaved(made)
            void refresh()
          }}
        />
      )}
      {saved && (
        <SavedChannel
          {...saved}
          test={tests.get(saved.channelId)}
          onTest={() => void test(saved.channelId)}
          onClose={() => {
            setSaved(undefined)
            // The button of the empty list, which had the focus, is gone.
            setTimeout(() => add.current?.focus())
          }}
        />
      )}
    </ServiceSection>
  )
}

/** What is done with a channel at once; the list is loaded again after it. */
function channelActions(refresh: () => Promise<void>, onRemoved: () => void) {
  const change = async (action: Promise<unknown>, done: string): Promise<void> => {
    await attempt(async () => {
      await action
      toast(done)
    })
    await refresh()
  }
  return {
    async remove({ channelId, label }: ChannelRow): Promise<void> {
      if (!(await confirm(`删除“${label}”以后，它不再收到通知。确定删除吗？`, { ok: '删除' }))) return
      await change(api('channelDelete', { channelId }), messages.deleted)
      onRemoved()
    },
    switchTo: ({ channelId, kind, label }: ChannelRow, on: boolean): Promise<void> =>
      change(api('channelSave', { channelId, kind, label, on }), on ? `已启用“${label}”` : `已停用“${label}”`),
  }
}

const NoChannels = ({ onChoose }: { onChoose(kind: ChannelKind): void }) => (
  <div className="data-empty message card">
    <AdminIcon name="megaphone" />
    <p>没有渠道时，新的咨询只能在列表里看到。选一种方式，第一时间收到通知：</p>
    <div className="row wraps">
      {channelKindNames.map((kind) => (
        <Button key={kind} onClick={() => onChoose(kind)}>
          {channelKindOf(kind).label}
        </Button>
      ))}
    </div>
  </div>
)

interface ChannelProps {
  row: ChannelRow
  test: TestState | undefined
  onTest(): void
  onEdit(): void
  onRemove(): void
  onSwitch(on: boolean): void
}

function Channel({
  row: { kind, label, hint, user, on, operator, paused },
  onEdit,
  onRemove,
  onSwitch,
  ...tests
}: ChannelProps) {
  const { label: kindLabel, hint: shown } = channelKindOf(kind)
  const detail = shown === 'end of the key' && hint ? `…${hint}` : (hint ?? user)
  const problem = paused && {
    state: '已暂停',
    words: `已暂停：${paused.reason}。处理好以后点“发送测试”，成功了就恢复。`,
  }
  return (
    <ServiceCard
      {...{ label, on, problem, onSwitch }}
      test={tests.test}
      facts={[kindLabel, operator ? '运维' : undefined, detail]}
    >
      <TestButton {...tests} label={label} />
      <RowButton label="编辑" row={label} onClick={onEdit} />
      <RowButton label="删除" row={label} bad onClick={onRemove} />
    </ServiceCard>
  )
}
