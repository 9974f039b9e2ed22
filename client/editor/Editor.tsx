import {
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { pictureTypes } from '../lib/pictureErrors.ts'
import type { Surface } from './surface.ts'
import { MediaBar } from './ui/contextBars.tsx'
import { EditorFooter } from './ui/EditorFooter.tsx'
import { PromptDialog } from './ui/PromptDialog.tsx'
import { linkPrompt, type Prompt } from './ui/prompts.ts'
import { Toolbar } from './ui/Toolbar.tsx'
import type { EditorContext } from './ui/tools.ts'
import { type Editing, type EditingProps, useEditing } from './useEditing.ts'

interface Props extends EditingProps {
  /** The accessible name of the content. */
  label: string
  disabled?: boolean
  /** Shows the page that the content is part of. */
  onPreview(html: string): void
}

/**
 * Rich text, edited as the site shows it. `value` is read at first and whenever it changes from outside; `onChange` receives what the
 * server would store.
 */
export function Editor({ label, disabled = false, onPreview, ...props }: Props) {
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const [prompt, openPrompt] = useState<Prompt>()
  const editing = useEditing(root, props, {
    openLinkPrompt: (surface) => openPrompt(linkPrompt(surface)),
    focusToolbar: (surface) => toolbarFor(surface, frame.current)?.focus(),
  })
  const { surface, state } = editing
  const { context, inputs } = useEditorContext(editing, onPreview, openPrompt)
  // While a form is being saved the toolbar stays, or the text would move; a record that is only viewed never has one.
  const [hasToolbar, setHasToolbar] = useState(false)
  if (!disabled && !hasToolbar) setHasToolbar(true)

  // Full screen would cover why the form was not saved, and the field that gets the focus.
  const onBlur = ({ relatedTarget }: FocusEvent): void => {
    const element = frame.current
    if (
      context?.isFullScreen &&
      relatedTarget &&
      !element?.contains(relatedTarget) &&
      relatedTarget.closest('dialog') === element?.closest('dialog')
    )
      context.setFullScreen(false)
  }

  return (
    <div
      ref={frame}
      className={`editor boxed${context?.isFullScreen ? ' full' : ''}`}
      onBlur={onBlur}
      onKeyDown={(event) => context?.isFullScreen && leaveFullScreen(event, context)}
    >
      {context && state && hasToolbar && <Toolbar {...{ context, state, disabled }} />}
      <div className="editor-paper">
        <div
          ref={root}
          className="rich"
          role="textbox"
          aria-multiline="true"
          aria-label={label}
          aria-readonly={disabled}
          aria-describedby={disabled ? undefined : `${id}help`}
          aria-placeholder={disabled ? undefined : '可以粘贴 Word、公众号文章，拖入图片'}
          contentEditable={!disabled}
          suppressContentEditableWarning
          tabIndex={0}
          spellCheck={false}
        />
        {context && state?.media && !disabled && <MediaBar context={context} media={state.media} />}
      </div>
      {!disabled && (
        <p id={`${id}help`} className="visually-hidden">
          按 Alt+F10 到格式工具；在列表和表格中按 Tab 缩进或换格，先按 Esc 再按 Tab 可离开
        </p>
      )}
      <EditorFooter editing={editing} context={disabled ? undefined : context} />
      {inputs}
      {prompt && (
        <PromptDialog
          key={prompt.title}
          prompt={prompt}
          onDone={() => {
            openPrompt(undefined)
            surface?.focus()
          }}
        />
      )}
    </div>
  )
}

function useEditorContext(
  { surface, importer }: Pick<Editing, 'surface' | 'importer'>,
  onPreview: Props['onPreview'],
  openPrompt: (prompt: Prompt) => void,
) {
  const pictureInput = useRef<HTMLInputElement>(null)
  const markdownInput = useRef<HTMLInputElement>(null)
  const [isFullScreen, setFullScreen] = useState(false)
  const preview = useEffectEvent(() => surface && onPreview(surface.html()))
  const context = useMemo<EditorContext | undefined>(
    () =>
      surface && {
        surface,
        isFullScreen,
        openPrompt,
        chooseFile: (what) => (what === 'picture' ? pictureInput : markdownInput).current?.click(),
        insertFromLibrary: (type) => void importer?.insertFromLibrary(type),
        preview,
        setFullScreen(next) {
          setFullScreen(next)
          // The size of the editor changes, but the line being written stays in sight.
          requestAnimationFrame(() => surface.scrollIntoView())
        },
      },
    [surface, isFullScreen, openPrompt],
  )
  const onFiles = (event: ChangeEvent<HTMLInputElement>): void => {
    const files = [...(event.target.files ?? [])]
    // The same file can be chosen again.
    event.target.value = ''
    surface?.focus()
    void importer?.insertFiles(files)
  }
  const inputs = (
    <>
      <input ref={pictureInput} type="file" accept={pictureTypes.join()} multiple hidden onChange={onFiles} />
      <input ref={markdownInput} type="file" accept=".md,.markdown,text/markdown" hidden onChange={onFiles} />
    </>
  )
  return { context, inputs }
}

/** While a picture or a table is selected, its own bar is the more useful one. */
function toolbarFor(surface: Surface, frame: HTMLElement | null): HTMLElement | null | undefined {
  const { media, table } = surface.state()
  return (
    ((media ?? table) && frame?.querySelector<HTMLElement>('.editor-bar button')) ??
    frame?.querySelector<HTMLElement>('.editor-tools [tabindex="0"]')
  )
}

function leaveFullScreen(event: KeyboardEvent, { setFullScreen }: EditorContext): void {
  if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.stopPropagation()
  setFullScreen(false)
}
