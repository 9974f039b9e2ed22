import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { patchPackages } from './patchPackages.mjs'

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
      zhuzhan: 'server/commands/zhuzhan.ts',
      // Loaded only where there is a database, by an address that the bundler does not follow.
      postgres: 'server/store/postgres/database.ts',
      // Only where there is mail.
      smtp: 'server/outbox/smtp.ts',
    },
    outExtension: { '.js': '.mjs' },
    plugins: [patchPackages],
    format: 'esm',
    jsx: 'automatic',
    // busboy is CommonJS and requires Node's own modules.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  })
  chmodSync(join(outdir, 'zhuzhan.mjs'), 0o755)
  // Cron jobs name these words by files.
  for (const word of ['user', 'backup', 'restore', 'move', 'scrub', 'warm']) {
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
    richTextWorker: 'server/richtext/richTextWorker.ts',
    importWorker: 'server/import/importWorker.ts',
    archiver: 'server/backup/archiver.ts',
    offsiteWorker: 'server/offsite/offsiteWorker.ts',
  }
  await build({
    ...common,
    entryPoints: workers,
    outExtension: { '.js': '.cjs' },
    plugins: [patchPackages],
    format: 'cjs',
  })
}
