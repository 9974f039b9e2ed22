import { NewerFormat } from '../store/format.ts'

/** Why there is no backup, in words for the person who asked for one. */
export class BackupFailure extends Error {}

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

/** In words, with the path that it is about; undefined for a fault of ours, which belongs into the log. */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof BackupFailure || error instanceof NewerFormat) return error.message
  const { code = '', path } = (error ?? {}) as NodeJS.ErrnoException
  const reason = reasons[code]
  return reason && (path ? `${reason}：${path}` : reason)
}
