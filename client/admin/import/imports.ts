/** Everything that brings content in, as one file: few need it, and it is large. */
export { ImportDialog } from './ImportDialog.tsx'
export { MoveGroup } from './MoveGroup.tsx'
