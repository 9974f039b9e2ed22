/** The media library in one file, whichever part of it is opened first. */
export { MediaPicker } from './MediaPicker.tsx'
export { MediaScreen } from './MediaScreen.tsx'
