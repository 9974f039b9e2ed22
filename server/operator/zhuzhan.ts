#!/usr/bin/env node
import { version } from '../../package.json'
import { backup } from './backupCommand.ts'
import { answerHelp, command, type Word } from './command.ts'
import { doctor } from './doctor.ts'
import { move } from './moveCommand.ts'
import { release } from './release.ts'
import { restore } from './restoreCommand.ts'
import { scrub } from './scrubCommand.ts'
import { status } from './status.ts'
import { rollback, upgrade } from './upgrade.ts'
import { user } from './user.ts'

const versionWord: Word = {
  usage: '用法：\n  zhuzhan version      程序的版本',
  run: async () => console.log(`zhuzhan ${version}`),
}

/** In the order in which somebody needs them. */
const groups: Readonly<Record<string, Readonly<Record<string, Word>>>> = {
  看一看: { status, doctor, version: versionWord },
  账号: { user },
  备份和恢复: { backup, restore, scrub },
  升级: { upgrade, rollback },
  '少用的：换数据库、制作发布包': { move, release },
}
const words: Readonly<Record<string, Word>> = Object.assign({}, ...Object.values(groups))

/** The lines of all words that show how they are called. */
const usageOfGroups = Object.entries(groups)
  .map(([title, ofGroup]) => {
    const lines = Object.values(ofGroup).flatMap(({ usage }) => usage.split('\n'))
    return [`${title}：`, ...lines.filter((line) => line.startsWith('  '))].join('\n')
  })
  .join('\n')

const usage = `用法：\n${usageOfGroups}`

const [name = '', ...args] = process.argv.slice(2)
const word = Object.hasOwn(words, name) ? words[name] : undefined
if (word) await command(word, args)
else {
  answerHelp(usage)
  if (name !== '') console.error(`没有“${name}”这个命令${nearest(name)}`)
  console.error(usage)
  process.exitCode = 1
}

/** The word that begins or ends alike. */
function nearest(typed: string): string {
  const similar = Object.keys(words).find(
    (word) => word.slice(0, 2) === typed.slice(0, 2) || word.slice(-3) === typed.slice(-3),
  )
  return similar === undefined ? '：' : `，要的是 ${similar} 吗？`
}
