import { availableParallelism, loadavg } from 'node:os'
import { removeFolders } from './folders.ts'
import { list } from './list.ts'
import { pages } from './pages.ts'
import { missedAims } from './print.ts'
import { killPrograms } from './programs.ts'
import { saves } from './saves.ts'

/** `npm run bench [part …]`: compares the built server with its baselines on this machine; without names it runs all parts. */
const parts: Readonly<Record<string, () => Promise<void>>> = { list, saves, pages }

const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`unknown part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`)
  process.exit(2)
}
process.on('exit', () => {
  killPrograms()
  removeFolders()
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))

console.log(
  'Ratios are ours ÷ baseline, medians over the rounds, their range in brackets; absolute values hold for this machine only.',
)
for (const [name, part] of Object.entries(parts)) {
  if (requested.length > 0 && !requested.includes(name)) continue
  const load = loadavg()[0]?.toFixed(1)
  console.log(`\n[${name}] Node ${process.versions.node}, ${availableParallelism()} cores, load before ${load}`)
  await part()
}
console.log(missedAims() === 0 ? '\nall aims met' : `\n${missedAims()} aims missed`)
process.exit(0)
