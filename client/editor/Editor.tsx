import { type ChangeEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Ask } from './ui/PromptDialog.tsx'
import { MediaBar } from './ui/contextBars.tsx'
import { EditorFoot } from './ui/EditorFooter.tsx'
import { askLink, type Question } from './ui/prompts.ts'
import type { Surface } from './surface.ts'
import { Toolbar } from './ui/Toolbar.tsx'
import type { Desk } from './ui/tools.ts'
import { type EditingProps, useEditing } from './useEditing.ts'

interface Props extends EditingProps {
  /** What the content is, for those who hear it. */
  label: string
  disabled?: boolean
  /** Shows the page that the content stands on. */
  onPreview(html: string): void
}

/**
 * Rich text, edited as the site shows it. `value` is read at first and whenever it changes from outside; what it tells by `onChange`
 * is what the server would make of it.
 */
export function Editor({ label, disabled = false, onPreview, ...props }: Props) {
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const tools = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const pictureInput = useRef<HTMLInputElement>(null)
  const markdownInput = useRef<HTMLInputElement>(null)
  const [question, ask] = useState<Question>()
  const [full, setFull] = useState(false)
  const latestPreview = useRef(onPreview)
  useEffect(() => {
    latestPreview.current = onPreview
  })

  const toToolbar = useCallback((surface: Surface) => {
    const { media, table } = surface.state()
    // The bar over a picture or a table is the nearer one; one that is about to go would take the focus with it.
    const near = media ?? table
    const bar = (near && frame.current?.querySelector<HTMLElement>('.editor-bar button')) ?? tools.current?.querySelector<HTMLElement>('[tabindex="0"]')
    bar?.focus()
  }, [])
  const editing = useEditing(root, props, { askLink: (surface) => ask(askLink(surface)), toToolbar })
  const { surface, intake, state } = editing

  const desk = useMemo<Desk | undefined>(
    () =>
      surface && {
        surface,
        full,
        ask,
        choose: (what) => (what === 'picture' ? pictureInput : markdownInput).current?.click(),
        preview: () => latestPreview.current(surface.html()),
        setFull(next) {
          setFull(next)
          // The line that was in sight stays so.
          requestAnimationFrame(surface.reveal)
        },
      },
    [surface, full],
  )
  const onFiles = (event: ChangeEvent<HTMLInputElement>): void => {
    const files = [...(event.target.files ?? [])]
    // The same file can be chosen again.
    event.target.value = ''
    surface?.focus()
    void intake?.putFiles(files)
  }
  const done = (): void => {
    ask(undefined)
    surface?.focus()
  }

  return (
    <div
      ref={frame}
      className={`editor${full ? ' full' : ''}`}
      onKeyDown={(event) => {
        if (!full || event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.stopPropagation()
        setFull(false)
      }}
    >
      {desk && state && !disabled && <Toolbar desk={desk} state={state} box={tools} />}
      <div className="editor-paper">
        <div
          ref={root}
          className="rich"
          role="textbox"
          aria-multiline="true"
          aria-label={label}
          aria-describedby={disabled ? undefined : `${id}help`}
          aria-readonly={disabled}
          contentEditable={!disabled}
          suppressContentEditableWarning
          tabIndex={0}
          spellCheck={false}
        />
        {desk && state?.media && !disabled && <MediaBar desk={desk} media={state.media} />}
      </div>
      {!disabled && (
        <p id={`${id}help`} className="visually-hidden">
          按 Alt+F10 到格式工具；在列表和表格中按 Tab 缩进或换格，先按 Esc 再按 Tab 可离开
        </p>
      )}
      <EditorFoot editing={editing} desk={disabled ? undefined : desk} />
      <input ref={pictureInput} type="file" accept="image/jpeg,image/png" multiple hidden onChange={onFiles} />
      <input ref={markdownInput} type="file" accept=".md,.markdown,text/markdown" hidden onChange={onFiles} />
      {question && <Ask key={question.title} question={question} onDone={done} />}
    </div>
  )
}
