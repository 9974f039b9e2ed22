import { useEffect, useRef, useState } from 'react'
import { textIn } from '../../../contract/kinds/merge.ts'
import { messages } from '../../../contract/calls/rules.ts'
import { onOperationEnd, rowsOf, startOperation } from '../acts/operations.ts'
import { Modal } from '../ui/Modal.tsx'
import type { Publication } from './drafts.ts'
import type { Goal } from './formState.ts'
import { HistoryList } from './HistoryList.tsx'
import { PublishDialog, publishDisplay } from './PublishDialog.tsx'
import type { DialogKind } from './record.ts'
import { stateText } from './stateText.ts'
import type { UsedForm } from './useForm.ts'

interface Options {
  form: UsedForm
  kind: DialogKind
  disabled: boolean
  onClose(): void
}

/** How a record is published from its form. */
export function usePublication({ form, kind, disabled, onClose }: Options) {
  const [open, setOpen] = useState<'settings' | 'history'>()
  const { publication, deleted, errors, values } = form
  const { published, draft } = publication ?? {}
  const isUpdate = published !== undefined
  const publishAt = textIn(values, 'publishAt')
  const storedState = publication && (published ?? draft) !== undefined ? stateOf(publication) : ''
  const state = deleted ? '已删除' : storedState

  const isRefused = !form.saving && Object.keys(errors).some((name) => name in publishDisplay)
  useEffect(() => {
    if (isRefused) setOpen('settings')
  }, [isRefused])

  const lastOperation = useRef('')
  useEffect(
    () =>
      onOperationEnd(async ({ id: ended }) => {
        if (ended === lastOperation.current && !form.view.peek().dirty) await form.reload()
      }),
    [],
  )
  const close = (): void => setOpen(undefined)
  const id = form.id()
  const history = {
    kind: kind.name,
    id,
    display: kind.display,
    load: (version: string) => kind.publishing.loadVersion(id, version),
    latest: async () => (published === undefined ? values : (await kind.publishing.loadPublished(id)).values),
  }
  const onGone = (): void => {
    form.drop()
    form.end()
    onClose()
  }
  /** Somebody else may have restored it already. */
  const restore = async (): Promise<void> => {
    await form.reopen()
    if (!form.view.peek().deleted) return
    await startOperation('restore', rowsOf(kind.name, [id]), {}, {}, true)
    await form.reopen()
  }
  const isTimed = publishAt !== ''
  const done = isUpdate ? messages.modified : messages.published
  let label = isUpdate ? '更新' : '发布'
  if (isTimed) label = '定时发布'
  const goal: Goal = isTimed ? 'schedule' : 'publish'
  return {
    /** What the button of the form says and does, and the message after it. */
    label,
    goal,
    // One that was a draft only is published.
    message: id === '' ? messages.added : done,
    /** Where the record stands; '' for a new one. */
    state,
    /** What somebody has deleted. */
    restore,
    openSettings: () => setOpen('settings'),
    /** A new record has none. */
    openHistory: id === '' ? undefined : () => setOpen('history'),
    dialog:
      open === 'settings' ? (
        <PublishDialog
          {...{ form, state, disabled, onGone }}
          onOperation={(operation) => (lastOperation.current = operation)}
          next={label}
          kind={kind.name}
          calls={kind}
          onClose={close}
        />
      ) : (
        open === 'history' && (
          <Modal open title="历史版本" width="30rem" onClose={close}>
            <HistoryList {...{ history, form, disabled }} stored={published} onUsed={close} />
          </Modal>
        )
      ),
  }
}

function stateOf({ published, draft, ...times }: Publication): string {
  const isPublished = published !== undefined
  const unpublished = times.publishAt === '' ? 'draft' : 'scheduled'
  return stateText({
    ...times,
    state: isPublished ? 'published' : unpublished,
    ...(isPublished && draft !== undefined && { hasDraft: true }),
  })
}
