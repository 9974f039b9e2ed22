import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ok, problem, type Verdict } from '../office/checkTable.ts'
import type { MachineStatus } from '../office/faults.ts'
import { readConfig } from '../config.ts'
import { version } from '../../package.json'
import { shownMinute } from '../store/kind.ts'
import { ownFolder, placeOf } from '../store/storeFolders.ts'
import { becomeOwner } from '../system/fileOwner.ts'
import { statusOfServer } from './askServer.ts'
import type { Word } from './command.ts'

const usage = `用法：
  zhuzhan status      服务器是否在运行，数据、备份和空间的情况，有什么要处理；一切正常则退出码为0`

const stateMarks = { ok: '✓', warning: '!', problem: '✗' }
export const verdictLine = ({ state, title, why }: MachineStatus['verdicts'][number]): string =>
  `${stateMarks[state]} ${title}：${why}`

export const status: Word = {
  usage,
  async run(args, settings) {
    parseArgs({ args })
    const config = readConfig(settings)
    becomeOwner(ownFolder(config))
    const status = await statusOfServer(config)
    const verdicts = [{ title: '服务器', ...serverVerdict(status) }, ...(status?.verdicts ?? [])]
    const places = [placeOf(config), `图片目录：${resolve(config.uploadsDir)}`]
    console.log([...places, ...verdicts.map(verdictLine)].join('\n'))
    process.exitCode = verdicts.some(({ state }) => state === 'problem') ? 1 : 0
  },
}

/** Whether the server runs as it should; `failedStart`: why it did not start. */
export function serverVerdict(status: MachineStatus | undefined, failedStart = ''): Verdict {
  if (!status && failedStart !== '') return problem(`启动不了：${failedStart}。解决之后：systemctl start zhuzhan`)
  if (!status) return problem('没有运行。原因见 journalctl -u zhuzhan -n 50，启动：systemctl start zhuzhan')
  if (!status.healthy) return problem('正在运行，但不能保存内容：请看磁盘空间，以及 journalctl -u zhuzhan -n 50')
  if (status.version !== version)
    return problem(`正在运行的是 ${status.version}，安装的是 ${version}：systemctl restart zhuzhan`)
  return ok(`${version} 正在运行，${shownMinute(status.startedAt)}启动，能读能写`)
}
