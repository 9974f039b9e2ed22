import { readFile } from 'node:fs/promises'

/** Applies patches/postgres.diff while the package is bundled. The build fails for a version that the diff does not fit. */
export const patchPackages = {
  name: 'patch-packages',
  setup(build) {
    build.onLoad({ filter: /[\\/]node_modules[\\/]postgres[\\/]src[\\/]connection\.js$/ }, async ({ path }) => ({
      contents: patched(await readFile(path, 'utf8'), await readFile('patches/postgres.diff', 'utf8')),
      loader: 'js',
    }))
  },
}

/** Each hunk of a unified diff must fit in exactly one place; its line numbers are for people. */
function patched(text, diff) {
  const hunks = diff.split(/^@@ .*\n/m).slice(1)
  return hunks.reduce((result, hunk) => {
    const lines = hunk.trimEnd().split('\n')
    const side = (sign) =>
      lines
        .filter((line) => line.startsWith(' ') || line.startsWith(sign))
        .map((line) => `${line.slice(1)}\n`)
        .join('')
    const parts = result.split(side('-'))
    if (parts.length !== 2) throw new Error('this version of postgres differs: see patches/postgres.diff')
    return parts.join(side('+'))
  }, text)
}
