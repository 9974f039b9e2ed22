import { version } from '../../package.json'

/** For the start of a program: replies to --help and --version, and ends it. */
export function answerHelp(usage: string): void {
  const asked = (option: string): boolean => process.argv.slice(2).includes(option)
  if (!asked('--help') && !asked('--version')) return
  console.log(asked('--help') ? usage : `zhuzhan ${version}`)
  process.exit()
}
