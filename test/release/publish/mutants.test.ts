import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { filesOnly, newFolder } from '../../server.ts'

/** Faults that the orders of events must find, each by one text in place of another. */
const mutants: readonly { fault: string; file: string; text: string; by: string; inFourEvents?: true }[] = [
  {
    fault: 'a record is put before its draft',
    file: 'store/states.ts',
    text: "['trash', 'draft', 'live']",
    by: "['trash', 'live', 'draft']",
  },
  {
    fault: 'a draft is removed before its record',
    file: 'store/states.ts',
    text: "['live', 'draft', 'trash']",
    by: "['draft', 'live', 'trash']",
  },
  {
    fault: 'removals before puts',
    file: 'store/states.ts',
    text: '...putOrder.filter((place) => next[place]),\n          ...removalOrder.filter((place) => !next[place]),',
    by: '...removalOrder.filter((place) => !next[place]), ...putOrder.filter((place) => next[place]),',
  },
  {
    fault: 'the history last',
    file: 'store/changes.ts',
    text: '[...writes.flatMap(({ kept }) => kept), ...writes.map(({ op }) => op)]',
    by: '[...writes.map(({ op }) => op), ...writes.flatMap(({ kept }) => kept)]',
  },
  {
    fault: 'no rule for a draft that was published',
    file: 'store/states.ts',
    text: 'live.ofDraft === draftKey(draft)',
    by: 'false',
  },
  {
    fault: 'no rule for what was taken off',
    file: 'store/states.ts',
    text: 'draft.was && draft.off === versionOf(live)',
    by: 'false',
  },
  {
    fault: 'a draft counts before the trash',
    file: 'store/states.ts',
    text: 'return state.live ? { ...state, trash: undefined }',
    by: 'return state.live || state.draft ? { ...state, trash: undefined }',
  },
  {
    fault: 'what was typed is published as another draft than the one that goes with it',
    file: 'content/drafts.ts',
    text: 'return edited.draft',
    by: "return { ...edited.draft, key: 'other' }",
  },
  {
    fault: 'taken off: the draft keeps its time',
    file: 'content/drafts.ts',
    text: "...(losesTime && { publishAt: '' }),",
    by: '',
  },
  {
    fault: 'restored: the draft keeps a time that is over',
    file: 'content/trash.ts',
    text: "...(isLate && { publishAt: '' })",
    by: '',
    inFourEvents: true,
  },
]

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Runs the shortest of the tests that find it. */
const run = (folder: string, inFourEvents = false): Promise<{ code: unknown; output: string }> =>
  new Promise((resolve) => {
    const pattern = inFourEvents ? 'four events leaves of news' : 'article'
    const { NODE_TEST_CONTEXT: _context, ...env } = process.env
    execFileSync(process.execPath, ['-e', 'import("./tools/compileTests.mjs").then((tests) => tests.compileTests())'], {
      cwd: folder,
    })
    const words = [
      '--enable-source-maps',
      '--test',
      `--test-name-pattern=${pattern}`,
      '.tests/test/release/publish/orders.test.mjs',
    ]
    execFile(process.execPath, words, { cwd: folder, env, maxBuffer: Infinity }, (error, output) =>
      resolve({ code: error?.code ?? 0, output }),
    )
  })

test('each fault in the order of writes, the times and the rules is found', filesOnly, async (t) => {
  const folder = newFolder(t)
  const copied = ['client', 'contract', 'moving', 'scripts', 'server', 'test', 'tools', 'package.json', 'tsconfig.json']
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true })
  for (const name of ['data', 'dist', 'node_modules']) symlinkSync(join(root, name), join(folder, name))
  for (const { fault, file, text, by, inFourEvents } of mutants) {
    const path = join(folder, 'server', file)
    const source = readFileSync(path, 'utf8')
    assert.equal(source.split(text).length, 2, `${fault}: the text is there once`)
    writeFileSync(
      path,
      source.replace(text, () => by),
    )
    const { code, output } = await run(folder, inFourEvents)
    writeFileSync(path, source)
    assert.ok(code === 1 && /killed before call|ERR_ASSERTION/.test(output), `${fault} was not found:\n${output}`)
    t.diagnostic(`${fault}: ${/^ *error: \|-\n +(.*)/m.exec(output)?.[1] ?? output.slice(0, 200)}`)
  }
})
