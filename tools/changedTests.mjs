import { spawnSync } from 'node:child_process'
import { basename, dirname } from 'node:path'
import { reachOf } from './importGraph.mjs'

/** What differs from where the branch left main, committed or not; on main, what is not committed. */
export function changedFiles() {
  const base = ['main', 'origin/main'].map((main) => git('merge-base', 'HEAD', main).stdout.trim()).find(Boolean)
  if (!base) throw new Error('this clone has no main to compare with: `git fetch origin main:main`, or `npm test`')
  const changed = git('diff', '--name-only', '--no-renames', base)
  const added = git('ls-files', '--others', '--exclude-standard')
  if (changed.status !== 0 || added.status !== 0)
    throw new Error(`git does not say what was changed: ${changed.stderr}`)
  return `${changed.stdout}${added.stdout}`.split('\n').filter((line) => line !== '')
}

const git = (...words) => spawnSync('git', ['-c', 'core.quotePath=false', ...words], { encoding: 'utf8' })

/** They read files of every folder. */
const always = ['test/docs.test.ts', 'test/house.test.ts']

/**
 * The test files that import what was changed, a third of all at most: those that do so over the fewest others. And those that read
 * everything, and of those that start the built server, which import nothing of it, those whose name and the changed file's path have a
 * word in common, or whose folder has the name of one of the file's.
 */
export function testsOf(changed, tests) {
  const reach = new Map(tests.map((test) => [test, reachOf(test)]))
  const ofBuilt = tests.filter((test) => reach.get(test).has('test/server.ts'))
  const chosen = new Set([...always, ...changed.flatMap(builtOf)])
  const distanceOf = (test) => Math.min(...changed.map((file) => reach.get(test).get(file) ?? Infinity))
  const importers = tests.filter((test) => distanceOf(test) < Infinity)
  importers.sort((a, b) => distanceOf(a) - distanceOf(b))
  for (const test of importers) if (chosen.size < tests.length / 3) chosen.add(test)
  return tests.filter((test) => chosen.has(test))

  function builtOf(file) {
    if (file.startsWith('test/')) return []
    const words = wordsOf(file)
    const folders = dirname(file).split('/')
    return ofBuilt.filter(
      (test) =>
        folders.includes(basename(dirname(test))) || wordsOf(basename(test)).some((word) => words.includes(word)),
    )
  }
}

/** Words that half of the files have tell nothing. */
const common = new Set(['client', 'server', 'contract', 'site', 'admin', 'pages', 'test'])

/** Of a path without its ending, and without the plural: `leads` and `CopyPhone` have one in common. */
function wordsOf(path) {
  const words = path.replace(/\.\w+$/, '').match(/[A-Z]?[a-z]+/g) ?? []
  return words.filter((word) => !common.has(word)).map((word) => word.toLowerCase().replace(/s$/, ''))
}
