import { type EditorIconName, editorIcons } from './editorIcons.ts'

/** For the eye alone: its button has a name. */
export function EditorIcon({ name }: { name: EditorIconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={editorIcons[name]} />
    </svg>
  )
}
