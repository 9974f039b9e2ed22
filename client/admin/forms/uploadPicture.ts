import type { UploadType } from '../../../contract/rules.ts'
import { uploadFile } from '../api.ts'
import type { UploadPicture } from '../ui/PictureField.tsx'

/** Uploads of one type, counted by the form, which is not saved before they have ended. */
export const uploadPicture =
  (type: UploadType, uploading: <T>(work: Promise<T>) => Promise<T>): UploadPicture =>
  (file, onProgress, signal) =>
    uploading(uploadFile('fileUpload', file, { type }, onProgress, signal))
