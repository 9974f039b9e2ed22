/** An error whose message is for the person who runs the program. Any other error is a bug, and shown with its stack. */
export class ForOperator extends Error {}
/** The program was started in a wrong way. */
export class Misuse extends ForOperator {}

/** The code of a system error, such as ENOENT; '' for any other error. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** For `catch`: undefined for an error with one of these codes; throws any other. */
export const ignore =
  (...codes: string[]) =>
  (error: unknown): undefined => {
    if (!codes.includes(errorCode(error))) throw error
  }

/** For `catch`: undefined where there is no such file or folder. */
export const ignoreMissing = ignore('ENOENT')

/** Returns undefined where the work throws an error with one of these codes: where there is no such file, unless others are named. */
export function unless<T>(work: () => T, codes: readonly string[] = ['ENOENT']): T | undefined {
  try {
    return work()
  } catch (error) {
    return ignore(...codes)(error)
  }
}

const unknownAuthority = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** What helps where the other side has a certificate of an authority that Node does not know, such as a company's own. */
export const authorityWords = (code: string): string | undefined =>
  unknownAuthority.has(code)
    ? '对方的证书由Node不认识的机构签发；是自己的机构，就把它的证书写进NODE_EXTRA_CA_CERTS，维护用的命令读不到/etc/zhuzhan.env里的，要写在命令前面（docs/settings.md）'
    : undefined
