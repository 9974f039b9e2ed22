import { messages, tooLarge } from '../../../contract/rules.ts'
import { TableBar } from './contextBars.tsx'
import { TableSheet } from './TableSheet.tsx'
import type { Desk } from './tools.ts'
import { isTooLarge } from '../uploads.ts'
import type { Editing } from '../useEditing.ts'

/** What is going on, what went wrong, what could be done about it, and how long the text is. */
export function EditorFoot({ editing: { state, count, sending, notice, say, convert, uploads, surface }, desk }: { editing: Editing; desk: Desk | undefined }) {
  const failed = sending.filter(({ fault }) => fault !== undefined)
  const large = failed.length > 0 && failed.every(isTooLarge)
  const going = sending.filter(({ fault }) => fault === undefined)
  const share = going.reduce((sum, each) => sum + each.share, 0) / (going.length || 1)
  /** The button goes with its words, so the focus goes back to the text. */
  const then = (act: () => unknown) => () => {
    surface?.focus()
    act()
  }
  return (
    <div className="editor-foot">
      {desk && state?.table && !state.media && (
        <>
          <TableBar desk={desk} />
          <TableSheet desk={desk} />
        </>
      )}
      <div className="editor-news" role="status">
        {going.length > 0 && (
          <p>
            正在上传{going.length}张图片
            <progress value={share} aria-label="上传进度" />
          </p>
        )}
        {failed.length > 0 && (
          <p className="bad">
            {large ? tooLarge.quill : `${messages.pictureFailed}：${failed[0]?.fault || failed[0]?.name}`}
            <button type="button" onClick={then(() => uploads?.retry())}>
              {large ? '压缩后上传' : '重试'}
            </button>
            <button type="button" onClick={then(() => uploads?.giveUp())}>
              放弃
            </button>
          </p>
        )}
        {convert && (
          <p>
            识别到 Markdown
            <button type="button" onClick={then(convert)}>
              转换为格式
            </button>
          </p>
        )}
        {notice && (
          <p>
            {notice}
            <button type="button" aria-label="关闭提示" onClick={then(() => say(''))}>
              知道了
            </button>
          </p>
        )}
      </div>
      <span className="editor-count">{count} 字</span>
    </div>
  )
}
