import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { bytes } from '../../contract/bytes.ts'
import type { OffsiteFact } from '../../contract/entities.ts'
import type { MachineStatus } from '../checks/machineStatus.ts'
import { type Config, readConfig } from '../config.ts'
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

async function run(args: string[], settings: Readonly<NodeJS.ProcessEnv>): Promise<void> {
  parseArgs({ args })
  const config = readConfig(settings)
  becomeOwner(ownFolder(config))
  const status = await statusOfServer(config)
  const wrong = status?.verdicts.filter(({ state }) => state !== 'ok') ?? []
  console.log([runningLine(status), ...placeLines(config, status), ...wrong.map(verdictLine)].join('\n'))
  process.exitCode = status?.healthy && wrong.every(({ state }) => state === 'warning') ? 0 : 1
}

function runningLine(status: MachineStatus | undefined): string {
  if (!status) return '服务器没有运行'
  const { version, startedAt, healthy } = status
  return `zhuzhan ${version} 正在运行，${shownMinute(startedAt)}启动，${healthy ? '能读能写' : '不能保存内容'}`
}

function placeLines(config: Config, status: MachineStatus | undefined): string[] {
  const files = status?.files
  const withFree = (place: string, free: number | undefined): string =>
    free === undefined ? place : `${place}，剩余${bytes(free)}`
  const places = [
    withFree(placeOf(config), files?.free.data),
    withFree(`图片目录：${resolve(config.uploadsDir)}`, files?.free.uploads),
  ]
  if (!files) return places
  const {
    backup: { daily, verified, offsite },
    machine,
    scrubbedAt,
  } = files
  const newest = verified
    ? `最近一份 ${verified.file}，${shownMinute(verified.at)}，${bytes(verified.bytes)}，已校验${machine === undefined ? '' : `，在 ${machine} 上`}`
    : '还没有备份'
  const isShared = config.databaseUrl !== undefined
  return [
    ...places,
    `每日备份：${daily ? `已开启${isShared ? '，由领头的一台制作' : ''}` : '没有开启'}，${newest}`,
    ...(offsite ? [offsiteLine(offsite)] : []),
    ...(offsite?.minuteAt ? [`每分钟：已送到 ${offsite.minuteAt}，有新的改动再送`] : []),
    ...(offsite && isShared ? ['每分钟的改动：数据在数据库里时不送，可以归档数据库的WAL，见docs/scaling.md'] : []),
    `核对硬盘：${scrubbedAt ? `最近一次 ${shownMinute(scrubbedAt)}` : '还没有，每天02:30核对'}`,
  ]
}

function offsiteLine({ copy, checked }: OffsiteFact): string {
  if (!copy) return '异地存储：本机还没有送出备份'
  const verified = checked?.reason === '' ? `，${shownMinute(checked.at)}取回核对过` : ''
  return `异地存储：最近一份 ${copy.name}，${shownMinute(copy.at)}，${bytes(copy.bytes)}${verified}`
}

export const status: Word = { usage, run }
