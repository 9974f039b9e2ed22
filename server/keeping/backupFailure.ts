import { ForOperator } from '../system/systemErrors.ts'

/** Why a backup or restore failed, in a message for the person who started it. */
export class BackupFailure extends ForOperator {}

/** An archive that is invalid; the message says why, for the same person. */
export class BadArchive extends ForOperator {}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: '磁盘空间不足',
  EDQUOT: '磁盘配额不足',
  EROFS: '目标文件夹是只读的',
  EACCES: '没有读写权限',
  EPERM: '没有读写权限',
  ENOENT: '文件或文件夹不存在',
  ENOTDIR: '文件或文件夹不存在',
  EIO: '磁盘读写出错',
}

/** The reason as a message, with the path concerned; undefined for a bug, which belongs in the log. */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof ForOperator) return error.message
  const { code = '', path } = (error ?? {}) as NodeJS.ErrnoException
  const reason = reasons[code]
  return reason && (path ? `${reason}：${path}` : reason)
}
