/** The screen and the picker of the media library, which load as one file. */
export { MediaScreen } from './MediaScreen.tsx'
export { openPicker } from './MediaPicker.tsx'
