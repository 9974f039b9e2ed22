import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BadSetting, readConfig } from '../config.ts'
import { becomeOwner, ownerOf } from '../system/fileOwner.ts'
import { makeFolder } from '../system/folders.ts'
import { LockHeld, acquireLock } from '../store/lock.ts'
import { finishSwap, UnfinishedSwap } from '../store/swapFolders.ts'
import { BackupFailure, reasonOf } from '../keeping/backupFailure.ts'
import { type Manifest, missingWords, siteWords } from '../keeping/manifest.ts'
import { archiveInFile, listArchives, refuseRenamed, wantedArchive } from '../keeping/archives.ts'
import type { Minutes } from '../keeping/playMinutes.ts'
import { restore as restoreArchive, type Restored } from '../keeping/restore.ts'
import { shownTime } from '../store/kind.ts'
import { Misuse } from '../system/systemErrors.ts'
import { clearLine, endedByOperator, progressLine, type Word } from './command.ts'
import { settingsFile } from './settings.ts'

const usage = `用法：
  zhuzhan restore 文件.tar.gz [--replace]      把备份恢复到空的数据目录和图片目录；先停止服务器
  zhuzhan restore offsite:                     列出异地存储里的备份
  zhuzhan restore offsite:名称 [--replace]     取回其中一份；offsite:latest 是最新一份
  zhuzhan restore offsite: --at '2026-11-24 10:32' [--replace]
                                               恢复到这个时刻（中国时间）：用此前最近的备份，加上此后每分钟送出的改动
有几个站点的备份时，加上 --store 编号；不止一台机器写过时，加上 --machine。
加 --into 文件夹 则恢复到它的 data 和 uploads 里，不动网站。
从异地存储下载的加密备份也可以直接恢复；口令取自 OFFSITE_PASSPHRASE。
加 --replace 则原有内容先移到各目录中的 replaced-… 文件夹里，30天后删除。`

const noDatabase = { DATABASE_URL: '', DATABASE_URL_FILE: '' }

/** On a machine with settings, or for root, the folders would be made where no server looks for them. */
function requireFolders({ DATA_DIR, DATABASE_URL, DATABASE_URL_FILE }: Readonly<NodeJS.ProcessEnv>): void {
  const isByHand = !existsSync(settingsFile) && (process.geteuid?.() !== 0 || existsSync('data'))
  if (DATA_DIR || DATABASE_URL || DATABASE_URL_FILE || isByHand) return
  throw new Misuse(
    '没有 DATA_DIR，不知道恢复到哪里。请先用root执行这一条，它会补全 /etc/zhuzhan.env（里面可以只有 OFFSITE_…），并建好文件夹：\n' +
      '  sh /srv/zhuzhan/releases/first/deploy/install.sh --stopped example.com\n' +
      '然后再恢复。完整的步骤见docs/running.md的“To another machine”',
  )
}

export const restore: Word = {
  usage,
  async run(args, settings) {
    const options = {
      replace: { type: 'boolean' },
      at: { type: 'string' },
      store: { type: 'string' },
      machine: { type: 'string' },
      into: { type: 'string' },
    } as const
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    const [file, ...rest] = positionals
    if (file === undefined || rest.length > 0) throw new Misuse(usage)
    const { into } = values
    const asideOfSite = into && { DATA_DIR: join(into, 'data'), UPLOADS_DIR: join(into, 'uploads'), ...noDatabase }
    const place = { ...settings, ...asideOfSite }
    requireFolders(place)
    const folders = readConfig(place)
    const { dataDir, uploadsDir } = folders
    const signal = endedByOperator(new BackupFailure('已中止，未作任何修改'))
    const [, named] = /^offsite:(.*)/.exec(file) ?? []
    const wanted = values.at === undefined ? named : momentOf(values.at)
    if (values.at !== undefined && named !== '') throw new Misuse(usage)
    if (wanted === '') return console.log((await listArchives(folders)).join('\n'))
    if (folders.databaseUrl !== undefined) {
      throw new BadSetting(
        '已设置 DATABASE_URL：备份先恢复到空的文件夹，再用 zhuzhan move 复制到空的数据库，步骤见 docs/scaling.zh-CN.md',
      )
    }
    // Root's own, where root runs this.
    const local = wanted === undefined ? await open(file, 'r') : undefined
    try {
      becomeOwner(existsSync(dataDir) || !existsSync(uploadsDir) ? dataDir : uploadsDir)
      if (local && !(await local.stat()).isFile()) throw new BackupFailure(`不是文件：${file}`)
      const source = local ? await archiveInFile(local, folders) : await wantedArchive(wanted ?? '', values, folders)
      const { archive, name, minutes } = source
      const about = (manifest: Manifest): void => {
        if (name !== undefined) refuseRenamed(name, manifest)
        console.log(`要恢复的备份：${siteWords(manifest)}`)
      }
      makeFolder(dataDir, 0o700)
      makeFolder(uploadsDir, 0o755)
      const lock = await acquireLock(dataDir)
      try {
        const finished = await finishSwap([dataDir, uploadsDir])
        if (finished !== undefined) console.log(`上次中断的恢复（${finished}）已先行完成`)
        const show = progressLine()
        const restored = await restoreArchive({
          ...folders,
          archive,
          about,
          later: minutes,
          replace: values.replace ?? false,
          now: Date.now,
          signal,
          progress: (share) => show(`正在恢复 ${Math.floor(share * 100)}%`),
        })
        report(restored, dataDir, uploadsDir, minutes)
      } finally {
        await lock.release()
      }
    } finally {
      await local?.close()
    }
  },
  failed: failureText,
}

/** China time. A minute or second that is named is meant to its end: who asks for now means what was sent within it, too. */
function momentOf(text: string): number {
  const [, day, time = ''] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)$/.exec(text) ?? []
  const moment = Date.parse(`${day}T${time}+08:00`)
  if (Number.isNaN(moment)) throw new Misuse(`无法识别的时间：${text}。写法是 --at '2026-11-24 10:32'`)
  return moment + (time.length > 'HH:mm'.length ? 999 : 59_999)
}

function report({ manifest, aside }: Restored, dataDir: string, uploadsDir: string, minutes?: Minutes): void {
  clearLine()
  for (const path of aside) console.log(`原有内容保留在 ${path}，30天后删除`)
  if (manifest.missing.length > 0) console.log(`注意：备份中${missingWords(manifest.missing)}`)
  if (minutes) console.log(`此后送出的改动已恢复到 ${shownTime(manifest.time)}`)
  if (minutes?.isBroken) console.log('注意：再往后的改动有缺失或损坏，没有恢复')
  console.log(`文件所有者：${ownerOf(dataDir).name}`)
  console.log(
    `恢复完成，已校验：${siteWords(manifest)}，` +
      `已写入 ${resolve(dataDir)} 和 ${resolve(uploadsDir)}。现在可以启动服务器`,
  )
}

function failureText(reason: string, cause: unknown): string {
  if (cause instanceof LockHeld) return '恢复失败，原有内容未动：服务器正在运行，请先停止它，再恢复'
  if (!(cause instanceof UnfinishedSwap)) return `恢复失败，原有内容未动：${reason}`
  const { old, new: fresh, cause: obstacle } = cause
  const places = `${old.length > 0 ? `原有内容在 ${old.join('、')}，` : ''}新内容在 ${fresh.join('、')}`
  return `恢复未完成：${reasonOf(obstacle) ?? (obstacle as Error).message}。${places}。解决这个问题后，再次运行恢复命令或启动服务器即可继续`
}
