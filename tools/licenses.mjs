import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The program's own licence, and those of the packages that files of a build come from. */
export function licensesOf(inputs) {
  const packages = new Set([...inputs].flatMap((path) => path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []))
  const parts = [...packages].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
    return `${name} ${version}\n\n${file ? readFileSync(join(folder, file), 'utf8') : license}`
  })
  return [`zhuzhan\n\n${readFileSync('LICENSE', 'utf8')}`, ...parts]
    .map((part) => `${part.trim()}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`)
}
