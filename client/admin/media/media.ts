/** The media library in one file, whichever part of it is opened first. */
export { MediaScreen } from './MediaScreen.tsx'
export { openPicker } from './MediaPicker.tsx'
