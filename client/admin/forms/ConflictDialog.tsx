import type { Words } from '../lists/list.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { Modal } from '../ui/Modal.tsx'
import { Differences } from './Differences.tsx'
import type { Conflict } from './form.ts'
import type { RecordKind } from './record.ts'
import type { UsedForm } from './useForm.ts'

interface Props<V extends Words> {
  form: UsedForm<V>
  looks: RecordKind<V>['looks']
  conflict: Conflict<V>
  onOverwrite(): void
}

/** The record has changed since it was opened. Closing this goes back to the form, where everything is as it was. */
export function ConflictDialog<V extends Words>({ form, looks, conflict, onOverwrite }: Props<V>) {
  const { changedBy, changedAt, latest } = conflict
  return (
    <Modal
      open
      title="内容已被修改"
      width="44rem"
      onClose={form.leaveConflict}
      footer={
        <>
          {!latest && (
            <button type="button" className="button primary" data-autofocus onClick={() => void form.seeLatest()}>
              查看最新内容
            </button>
          )}
          <button type="button" className="button" onClick={onOverwrite}>
            用我的覆盖
          </button>
          <button type="button" className="button" onClick={() => void form.takeTheirs()}>
            放弃我的修改
          </button>
        </>
      }
    >
      <p className="conflict">
        <AdminIcon name="warning" />
        <span>
          {changedBy || '其他人'}
          {changedAt && ` 于 ${changedAt} `}
          修改了这条内容，您打开的不是最新的。您的修改还没有保存，请选择如何处理。
        </span>
      </p>
      {form.said && <p className="form-said bad">{form.said}</p>}
      {latest && <Differences looks={looks} theirs={latest.values} mine={form.values} />}
    </Modal>
  )
}
