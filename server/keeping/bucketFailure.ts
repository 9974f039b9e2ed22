import { authorityWords, errorCode, ForOperator } from '../system/systemErrors.ts'

/** Why the service elsewhere did not do something; the message says what helps, and contains no secret. */
export class BucketFailure extends ForOperator {
  readonly status: number

  constructor(message: string, status = 0) {
    super(message)
    this.status = status
  }
}

const reasons: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: '密钥编号不存在，请核对OFFSITE_KEY_ID',
  SignatureDoesNotMatch: '签名不对，请核对OFFSITE_SECRET和OFFSITE_REGION',
  AccessDenied: '没有权限：请在云服务的控制台给这个密钥存储桶的读、写、列出和删除权限',
  NoSuchBucket: '存储桶不存在，请核对OFFSITE_BUCKET和OFFSITE_ENDPOINT',
  AuthorizationHeaderMalformed: '区域不对，请核对OFFSITE_REGION',
  PermanentRedirect: '存储桶在别的区域，请核对OFFSITE_ENDPOINT和OFFSITE_REGION',
  QuotaExceeded: '存储桶满了：请在云服务的控制台扩大它的容量，或删除不要的文件',
  RequestTimeTooSkewed: '服务器的时钟不准，请打开时间同步',
  NoSuchKey: '异地存储里没有这个文件',
  ENOTFOUND: '找不到这个地址，请核对OFFSITE_ENDPOINT和网络',
  ECONNREFUSED: '连接被拒绝，请核对OFFSITE_ENDPOINT',
  CERT_HAS_EXPIRED: '对方的证书已过期',
}

/** A reply to HEAD has no body. */
const byStatus: Readonly<Record<number, string>> = { 403: 'AccessDenied', 404: 'NoSuchKey' }

/** The service's own code is in the reply's body. */
export function bucketFailure(status: number, body: string): BucketFailure {
  const code = /<Code>([A-Za-z0-9._-]{1,60})<\/Code>/.exec(body)?.[1] ?? byStatus[status] ?? ''
  return new BucketFailure(reasons[code] ?? `异地存储回复了错误（${status}${code && `，${code}`}）`, status)
}

export function connectionFailure(error: unknown): BucketFailure {
  if (error instanceof BucketFailure) return error
  const code = errorCode(error)
  return new BucketFailure(
    reasons[code] ?? authorityWords(code) ?? `与异地存储的连接中断（${code || (error as Error).message}）`,
  )
}
