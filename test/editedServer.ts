import assert from 'node:assert/strict'
import { cpSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type BuildOptions } from 'esbuild'
import { program } from './server.ts'
// @ts-expect-error the tools are plain JavaScript: they run before anything is installed
import { bundleServer } from '../tools/bundleServer.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

export interface Edit {
  file: string
  /** It stands once in the file. */
  replaced: string
  by: string
}

/** Builds the server and the operator's program of edited sources into `folder/dist`; resolves to the path of the server. */
export async function buildEdited(
  folder: string,
  edits: readonly Edit[],
  added: Readonly<Record<string, string>> = {},
): Promise<string> {
  const plugin = {
    name: 'edited',
    setup({ onLoad, onResolve }: Parameters<NonNullable<BuildOptions['plugins']>[number]['setup']>[0]) {
      for (const file of new Set(edits.map((edit) => edit.file))) {
        onLoad({ filter: new RegExp(`${file}$`) }, ({ path }) => {
          const ofFile = edits.filter((edit) => edit.file === file)
          return { contents: ofFile.reduce(edited, readFileSync(path, 'utf8')), loader: 'ts' }
        })
      }
      for (const [file, contents] of Object.entries(added)) {
        const filter = new RegExp(`${file.split('/').at(-1)}$`)
        onResolve({ filter }, () => ({ path: join(root, file) }))
        onLoad({ filter }, () => ({ contents, loader: 'tsx' }))
      }
    },
  }
  const dist = join(folder, 'dist')
  await bundleServer((options: BuildOptions) => build({ ...options, absWorkingDir: root, plugins: [plugin] }), dist)
  cpSync(join(dirname(program), 'client'), join(dist, 'client'), { recursive: true })
  cpSync(join(root, 'data', 'seed'), join(folder, 'data', 'seed'), { recursive: true })
  return join(dist, 'server.mjs')
}

function edited(source: string, { file, replaced, by }: Edit): string {
  assert.equal(source.split(replaced).length, 2, `${file} has it once: ${replaced}`)
  return source.replace(replaced, () => by)
}
