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
import { warm } from './warm.ts'

const words: Readonly<Record<string, Word>> = {
  status,
  doctor,
  version: { usage: '用法：\n  zhuzhan version      程序的版本', run: async () => console.log(`zhuzhan ${version}`) },
  user,
  backup,
  restore,
  scrub,
  move,
  warm,
  release,
  upgrade,
  rollback,
}

/** The lines of all words that show how they are called. */
const usage = [
  '用法：',
  ...Object.values(words).flatMap((word) => word.usage.split('\n').filter((line) => line.startsWith('  '))),
].join('\n')

const [name = '', ...args] = process.argv.slice(2)
const word = Object.hasOwn(words, name) ? words[name] : undefined
if (word) await command(word, args)
else {
  answerHelp(usage)
  console.error(usage)
  process.exitCode = 1
}
