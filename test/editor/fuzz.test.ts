import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nastyDocument } from '../richtext/pieces.ts'
import { clean, drafted, read, tidy, written } from './dom.ts'
import { commands, forming, numbers, start, world } from './random.ts'

const { lift, place } = await import('../../client/editor/text/selectionMarkers.ts')
const { insertContent } = await import('../../client/editor/text/insert.ts')
const { leaves } = await import('../../client/editor/text/nodes.ts')
const { cleanPaste } = await import('../../client/editor/paste/cleanPaste.ts')
const { settle } = await import('../../client/editor/text/normalizeSelection.ts')

/** With nothing selected, these take no letter away and add none. */
const saying = ['rule', 'table', 'picture', 'enter', 'break', 'back', 'forward']

const lettersOf = (root: HTMLElement): string => leaves(root).map((leaf) => (leaf.nodeType === 3 ? leaf.textContent : '')).join('').replace(/\s/g, '')

test('whatever is done, and in whatever order, what would be saved is what the server would keep', () => {
  for (let seed = 1; seed <= (Number(process.env.SEEDS) || 40); seed++) {
    const next = numbers(seed * 7919)
    const root = document.createElement('div')
    root.append(read(start))
    document.body.replaceChildren(root)
    tidy(root)
    const done: string[] = []
    for (let step = 0; step < 8; step++) {
      const all = leaves(root)
      const [a, b] = [next(all.length), next(3) === 0 ? next(all.length) : -1]
      const point = (at: number): [Node, number] => {
        const leaf = all[at] as ChildNode
        return leaf.nodeType === 3 ? [leaf, next((leaf.textContent ?? '').length + 1)] : [leaf.parentNode as Node, [...(leaf.parentNode as Node).childNodes].indexOf(leaf)]
      }
      const [from, to] = b < 0 ? [point(a), undefined] : a < b ? [point(a), point(b)] : [point(b), point(a)]
      const last = to && a !== b ? to : from
      const edges = place({ startContainer: from[0], startOffset: from[1], endContainer: last[0], endOffset: last[1] })
      const names = Object.keys(commands)
      const name = names[next(names.length)] as keyof typeof commands
      const letters = lettersOf(root)
      const points = lift(edges)
      done.push(`${String(name)} at ${drafted(root, points)}`)
      const again = place(points)
      settle(root, again)
      commands[name]?.()(again, root)
      tidy(root)
      settle(root, again)
      const story = done.at(-1)
      assert.ok(root.contains(again.start) && root.contains(again.end), `the selection is lost by ${story}`)
      assert.ok(again.start.compareDocumentPosition(again.end) & 4, `the selection is turned round by ${story}`)
      lift(again)
      if (name in forming || (b < 0 && saying.includes(String(name)))) assert.equal(lettersOf(root), letters, `letters change by ${story}`)
      const saved = written(root)
      assert.equal(clean(saved), saved, story)
      const draft = drafted(root)
      tidy(root)
      assert.equal(drafted(root), draft, `tidied twice after ${story}`)
      assert.deepEqual(leaves(root).filter((leaf) => leaf.nodeType === 8), [])
      const opened = document.createElement('div')
      opened.append(read(saved))
      tidy(opened)
      assert.equal(written(opened), saved, `opened again after ${story}`)
    }
  }
})

test('whatever is pasted becomes what the server would keep, and stands as the editor wants it', () => {
  for (let seed = 1; seed <= (Number(process.env.SEEDS) || 120); seed++) {
    const source = nastyDocument(seed)
    const root = document.createElement('div')
    root.append(read('<p>一二</p>'))
    document.body.replaceChildren(root)
    const text = root.firstChild?.firstChild as Text
    const edges = place({ startContainer: text, startOffset: 1, endContainer: text, endOffset: 1 })
    insertContent(cleanPaste(source, world))(edges, root)
    tidy(root)
    assert.ok(root.contains(edges.start), source)
    lift(edges)
    const saved = written(root)
    assert.equal(clean(saved), saved, source)
    assert.ok(lettersOf(root).includes('一') && lettersOf(root).includes('二'), source)
    const opened = document.createElement('div')
    opened.append(read(saved))
    tidy(opened)
    assert.equal(written(opened), saved, source)
  }
})
