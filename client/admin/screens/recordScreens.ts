// One file for the three: they share nearly all of their code, and people who open one usually open the others.
export { CarouselScreen } from './CarouselScreen.tsx'
export { NewsScreen } from './NewsScreen.tsx'
export { ProductScreen } from './ProductScreen.tsx'

// Loaded by this file, which has the forms and the editor that they need.
export const loadSettings = () => import('../settings/SettingsScreen.tsx')
export const loadMedia = () => import('../media/media.ts')
