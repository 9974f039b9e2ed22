import { text } from './fields.ts'

/** How many bytes a file has and, behind a dash, the beginning of their hash, which is empty where nobody knows it. */
export type Fingerprint = string

export const fingerprint = (bytes: number, hash: string): Fingerprint => `${bytes}-${hash.slice(0, 32)}`
/** What a browser can tell of a file on a site without a certificate. */
export const bytesAlone = (file: Fingerprint): Fingerprint => file.replace(/-.*/, '')

const problem = '文件的指纹不正确'
export const fingerprintRule = text({
  required: problem,
  max: [50, problem],
  check: (value) => (/^\d{1,12}(?:-(?:[0-9a-f]{32})?)?$/.test(value) ? undefined : problem),
})
