import { Glyph } from '../../ui/Glyph.tsx'
import { icons } from '../../ui/icons.ts'
import { staffIcons } from '../../ui/staffIcons.ts'

const paths = { ...icons, ...staffIcons }
export type AdminIconName = keyof typeof paths

export const AdminIcon = ({ name }: { name: AdminIconName }) => <Glyph path={paths[name]} />
