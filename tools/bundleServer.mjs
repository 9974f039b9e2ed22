import { patchPackages } from './patchPackages.mjs'

/** The server with its commands, and the programs of its threads. */
export async function bundleServer(build, outdir) {
  const common = {
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node20',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  }
  await build({
    ...common,
    entryPoints: {
      server: 'server/main.ts',
      user: 'server/commands/user.ts',
      backup: 'server/commands/backupCommand.ts',
      restore: 'server/commands/restoreCommand.ts',
      move: 'server/commands/moveCommand.ts',
      scrub: 'server/commands/scrubCommand.ts',
      warm: 'server/commands/warm.ts',
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
  // Threads are started from memory, where a program has no address that it could import by.
  const threads = {
    writer: 'server/store/writer.ts', richTextWorker: 'server/richtext/richTextWorker.ts', archiver: 'server/backup/archiver.ts',
  }
  await build({ ...common, entryPoints: threads, outExtension: { '.js': '.cjs' }, format: 'cjs' })
}
