import { Failure } from '../failure.ts'
import type { Fault } from './commit.ts'

/** A write that did not succeed; what it was to change is, in memory, as it was before. */
export class SaveFailure extends Failure {
  /** The new state may be on disk all the same. */
  readonly landed: boolean

  constructor(fault: Fault) {
    const [code, message] = answers.get(fault.code) ?? [500, '保存失败，请稍后重试']
    super(code, message, { cause: Object.assign(new Error(fault.message), { code: fault.code }) })
    this.name = 'SaveFailure'
    this.landed = fault.landed
  }
}

const full = [507, '磁盘空间不足，未能保存，请联系管理员'] as const
const notWritable = [500, '数据目录不可写，未能保存，请联系管理员'] as const
const answers = new Map<string, readonly [number, string]>([
  ['ENOSPC', full], ['EDQUOT', full], ['EROFS', notWritable], ['EACCES', notWritable], ['EPERM', notWritable], ['ENOENT', notWritable],
])
