import { useRef } from 'react'
import { messages } from '../../../contract/calls/rules.ts'
import { isRunning } from '../../lib/uploads.ts'
import { EditorIcon } from '../EditorIcon.tsx'
import type { Editing } from '../useEditing.ts'
import { TableBar, tableItems } from './contextBars.tsx'
import type { EditorContext } from './tools.ts'

/** The tools of a table, the uploads, notices and the number of characters. */
export function EditorFooter({ editing, context }: { editing: Editing; context: EditorContext | undefined }) {
  const { state, count, notice, notify, outside, convert } = editing
  const withFocus = focusedFirst(editing)
  return (
    <div className="editor-foot row wraps muted">
      {context && state?.table && !state.media && (
        <>
          <TableBar context={context} />
          <TableSheet context={context} />
        </>
      )}
      <div role="status">
        <Uploading editing={editing} />
        {outside.count > 0 && (
          <p className={outside.failure && outside.progress === undefined ? 'bad' : undefined}>
            {outside.progress !== undefined
              ? '正在把站外图片存到本站'
              : outside.failure || `正文里有 ${outside.count} 张站外图片，可能无法显示`}
            {outside.progress !== undefined && <progress value={outside.progress} aria-label="存到本站的进度" />}
            {context && outside.progress === undefined && (
              <button type="button" onClick={withFocus(outside.store)}>
                {outside.failure ? '重试' : '存到本站'}
              </button>
            )}
          </p>
        )}
        {convert && (
          <p>
            识别到 Markdown
            <button type="button" onClick={withFocus(convert)}>
              转换为格式
            </button>
          </p>
        )}
        {notice && (
          <p>
            {notice}
            <button type="button" aria-label="关闭提示" onClick={withFocus(() => notify(''))}>
              知道了
            </button>
          </p>
        )}
      </div>
      {/* Its width depends on the number of digits only, so that the next character does not change the layout of the form. */}
      <span className="editor-count push digits" data-widest={`${`${count}`.replace(/\d/g, '0')} 字`}>
        <span>{count} 字</span>
      </span>
    </div>
  )
}

/** Returns the focus to the text first, since the button disappears with its message. */
const focusedFirst =
  ({ surface }: Editing) =>
  (act: () => unknown) =>
  () => {
    surface?.focus()
    act()
  }

/** The pictures that are going up, or have failed. */
function Uploading({ editing }: { editing: Editing }) {
  const { pictures, uploads } = editing
  const withFocus = focusedFirst(editing)
  const running = pictures.filter(isRunning)
  const progress = running.reduce((sum, each) => sum + each.progress, 0) / (running.length || 1)
  const failed = pictures.filter((picture) => !isRunning(picture))
  const [firstFailed] = failed
  const allTooLarge = failed.every(({ remedy }) => remedy === 'shrink')
  return (
    <>
      {running.length > 0 && (
        <p>
          正在上传{running.length}张图片
          <progress value={progress} aria-label="上传进度" />
        </p>
      )}
      {firstFailed && (
        <p className="bad">
          {allTooLarge ? firstFailed.error : `${messages.pictureFailed}：${firstFailed.error}`}
          {failed.some(({ remedy }) => remedy !== undefined) && (
            <button type="button" onClick={withFocus(() => uploads?.retry())}>
              {allTooLarge ? '压缩后上传' : '重试'}
            </button>
          )}
          <button type="button" onClick={withFocus(() => uploads?.discardFailed())}>
            放弃
          </button>
        </p>
      )}
    </>
  )
}

/** On a phone the table tools are a sheet from below, opened on request: a bar would cover the lines being written. */
function TableSheet({ context }: { context: EditorContext }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { surface } = context
  const close = (): void => dialog.current?.close()

  const act = (button: HTMLElement, run: () => void): void => {
    // Closed first to return the focus: a tool works on the selection in the text.
    close()
    run()
    if (!surface.state().table) return
    dialog.current?.showModal()
    button.focus()
  }
  return (
    <>
      <button
        type="button"
        className="editor-sheet-opener"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        <EditorIcon name="table" />
        表格工具
      </button>
      <dialog
        ref={dialog}
        className="editor-sheet"
        aria-label="表格工具"
        // An Escape here must not reach the editor or the form around it.
        onKeyDown={(event) => event.stopPropagation()}
        onClick={({ target }) => target === dialog.current && close()}
      >
        {tableItems(context).map(({ name, run }) => (
          <button key={name} type="button" onClick={(event) => act(event.currentTarget, run)}>
            {name}
          </button>
        ))}
        <button type="button" onClick={close}>
          完成
        </button>
      </dialog>
    </>
  )
}
