import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { editorIcons } from '../client/editor/editorIcons.ts'
import { icons } from '../client/ui/icons.ts'
import { staffIcons } from '../client/ui/staffIcons.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/icons\.ts$/i.test(name))
    .map((name) => read(join(folder, name)))

const quoted = (text: string): string[] =>
  [...text.matchAll(/'([a-z-]+)'|"([a-z-]+)"/g)].map(([, single, double]) => single ?? double ?? '')
/** Words in quotes on the lines that mention an icon. */
const namedIn = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => /icon/i.test(line))
    .flatMap(quoted)
const named = (folder: string): string[] => sources(folder).flatMap(namedIn)

test('every icon is drawn once, whichever set it is in', () => {
  const all = [icons, staffIcons, editorIcons].flatMap((set) => Object.entries(set))
  for (const part of [0, 1] as const) {
    const values = all.map((entry) => entry[part])
    assert.deepEqual(
      values.filter((value, index) => values.indexOf(value) !== index),
      [],
    )
  }
})

test('every icon is used where its set is sent to', () => {
  const unused = (set: Readonly<Record<string, string>>, used: readonly string[]): string[] =>
    Object.keys(set).filter((name) => !used.includes(name))
  // Records and their kinds name icons, too.
  assert.deepEqual(
    unused(icons, [...named('client/site'), ...named('client/ui'), ...namedIn(read('data/seed/site/site.json'))]),
    [],
  )
  assert.deepEqual(unused(staffIcons, [...named('client/admin'), ...namedIn(read('contract/kinds/kinds.ts'))]), [])
  // Some tools name theirs as an argument.
  assert.deepEqual(
    unused(
      editorIcons,
      sources('client/editor')
        .filter((text) => text.includes('EditorIcon'))
        .flatMap(quoted),
    ),
    [],
  )
})
