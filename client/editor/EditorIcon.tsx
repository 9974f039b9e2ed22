import { Glyph } from '../ui/Glyph.tsx'
import { icons } from '../ui/icons.ts'
import { staffIcons } from '../ui/staffIcons.ts'
import { editorIcons } from './editorIcons.ts'

const paths = { ...icons, ...staffIcons, ...editorIcons }
export type EditorIconName = keyof typeof paths

export const EditorIcon = ({ name }: { name: EditorIconName }) => <Glyph path={paths[name]} />
