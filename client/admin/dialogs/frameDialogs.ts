/** The dialogs of the frame in one file, which is fetched when the first of them is opened. */
export { KeysDialog } from './KeysDialog.tsx'
export { PasswordDialog } from './PasswordDialog.tsx'
export { QrDialog } from './QrDialog.tsx'
export { SystemDialog } from './SystemDialog.tsx'
export { Palette } from '../palette/Palette.tsx'
