import { Failure } from '../failure.ts'

const full = new Set(['ENOSPC', 'EDQUOT'])

/** What a person is told when the disk refuses; anything that is no disk's refusal comes back as it is. */
export function diskFailure(error: unknown): unknown {
  if (error instanceof Failure || !isSystemError(error)) return error
  if (full.has(error.code)) return new Failure(507, '磁盘空间不足，未能保存，请联系管理员', { cause: error })
  return new Failure(500, '文件未能保存，请稍后重试或联系管理员', { cause: error })
}

const isSystemError = (error: unknown): error is Error & { code: string; syscall: string } =>
  error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string'
