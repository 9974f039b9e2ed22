import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFile } from 'node:fs/promises'

/** The server with its commands, and the programs of its threads and processes. */
export async function bundleServer(build, outdir) {
  const common = {
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node20.15',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  }
  await build({
    ...common,
    entryPoints: {
      server: 'server/main.ts',
      // The tests import it, too: they run what ships.
      serve: 'server/serve.ts',
      zhuzhan: 'server/operator/zhuzhan.ts',
      // Loaded only where there is a database, by an address that the bundler does not follow.
      postgres: 'server/store/postgres/database.ts',
      // Only where there is mail.
      smtp: 'server/leads/smtp.ts',
    },
    outExtension: { '.js': '.mjs' },
    plugins: [patchPackages, serveBeside],
    format: 'esm',
    jsx: 'automatic',
    // busboy is CommonJS and requires Node's own modules.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  })
  chmodSync(join(outdir, 'zhuzhan.mjs'), 0o755)
  // Cron jobs name these words by files.
  for (const word of ['user', 'backup', 'restore', 'move', 'scrub']) {
    writeFileSync(
      join(outdir, `${word}.mjs`),
      `import { fileURLToPath } from 'node:url'
process.argv.splice(1, 1, fileURLToPath(new URL('zhuzhan.mjs', import.meta.url)), '${word}')
await import('./zhuzhan.mjs')
`,
    )
  }
  // Threads and processes are started from memory, where a program has no address that it could import by.
  const workers = {
    writer: 'server/store/writer.ts',
    richTextWorker: 'server/media/richTextWorker.ts',
    moving: 'moving/moving.ts',
    archiver: 'server/keeping/archiver.ts',
    offsiteWorker: 'server/keeping/offsiteWorker.ts',
  }
  await build({
    ...common,
    entryPoints: workers,
    outExtension: { '.js': '.cjs' },
    plugins: [patchPackages],
    format: 'cjs',
  })
}

/** server.mjs imports serve.mjs, which is beside it. */
const serveBeside = {
  name: 'serve-beside',
  setup: ({ onResolve }) => onResolve({ filter: /^\.\/serve\.ts$/ }, () => ({ path: './serve.mjs', external: true })),
}

/** Applies patches/postgres.diff while the package is bundled. The build fails for a version that the diff does not fit. */
const patchPackages = {
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
