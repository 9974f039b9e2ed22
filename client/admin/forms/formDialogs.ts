/** The rare dialogs of a form in one file, which is fetched when the first of them is opened. */
export { ConflictDialog } from './ConflictDialog.tsx'
export { PagePreview } from './PagePreview.tsx'
