import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nastyDocument } from '../../media/pieces.ts'
import { clean, snapshot, allowedFragment, normalizeContent, serialize } from '../../editor/dom.ts'
import { commands, formatting, numbers, start, world } from '../../editor/random.ts'

const { removeMarkers, insertMarkers } = await import('../../../client/editor/text/selectionMarkers.ts')
const { insertContent } = await import('../../../client/editor/text/insert.ts')
const { inlineNodes } = await import('../../../client/editor/text/nodes.ts')
const { cleanPaste } = await import('../../../client/editor/paste/cleanPaste.ts')
const { normalizeSelection } = await import('../../../client/editor/text/normalizeSelection.ts')

/** With nothing selected, these remove no letter and add none. */
const keepingLetters = ['rule', 'table', 'details', 'picture', 'enter', 'break', 'back', 'forward']

const lettersOf = (root: HTMLElement): string =>
  inlineNodes(root)
    .map((leaf) => (leaf.nodeType === 3 ? leaf.textContent : ''))
    .join('')
    .replace(/\s/g, '')

test('after any commands in any order, the server’s cleaner leaves the saved HTML as it is', () => {
  for (let seed = 1; seed <= (Number(process.env.SEEDS) || 40); seed++) {
    const next = numbers(seed * 7919)
    const root = document.createElement('div')
    root.append(allowedFragment(start))
    document.body.replaceChildren(root)
    normalizeContent(root)
    const done: string[] = []
    for (let step = 0; step < 8; step++) {
      const all = inlineNodes(root)
      const [a, b] = [next(all.length), next(3) === 0 ? next(all.length) : -1]
      const point = (at: number): [Node, number] => {
        const leaf = all[at] as ChildNode
        return leaf.nodeType === 3
          ? [leaf, next((leaf.textContent ?? '').length + 1)]
          : [leaf.parentNode as Node, [...(leaf.parentNode as Node).childNodes].indexOf(leaf)]
      }
      const isCaret = b < 0
      const from = point(isCaret ? a : Math.min(a, b))
      const to = isCaret ? from : point(Math.max(a, b))
      const last = a === b ? from : to
      const markers = insertMarkers({
        startContainer: from[0],
        startOffset: from[1],
        endContainer: last[0],
        endOffset: last[1],
      })
      const names = Object.keys(commands)
      const name = names[next(names.length)] as keyof typeof commands
      const letters = lettersOf(root)
      const points = removeMarkers(markers)
      done.push(`${String(name)} at ${snapshot(root, points)}`)
      const again = insertMarkers(points)
      normalizeSelection(root, again)
      commands[name]?.()(again, root)
      normalizeContent(root)
      normalizeSelection(root, again)
      const story = done.at(-1)
      assert.ok(root.contains(again.start) && root.contains(again.end), `the selection is lost by ${story}`)
      assert.ok(again.start.compareDocumentPosition(again.end) & 4, `the selection is turned round by ${story}`)
      removeMarkers(again)
      if (name in formatting || (b < 0 && keepingLetters.includes(String(name)))) {
        assert.equal(lettersOf(root), letters, `letters change by ${story}`)
      }
      const saved = serialize(root)
      assert.equal(clean(saved), saved, story)
      const draft = snapshot(root)
      normalizeContent(root)
      assert.equal(snapshot(root), draft, `tidied twice after ${story}`)
      assert.deepEqual(
        inlineNodes(root).filter((leaf) => leaf.nodeType === 8),
        [],
      )
      const opened = document.createElement('div')
      opened.append(allowedFragment(saved))
      normalizeContent(opened)
      assert.equal(serialize(opened), saved, `opened again after ${story}`)
    }
  }
})

test('whatever is pasted becomes normalized content that the server’s cleaner leaves as it is', () => {
  for (let seed = 1; seed <= (Number(process.env.SEEDS) || 120); seed++) {
    const source = nastyDocument(seed)
    const root = document.createElement('div')
    root.append(allowedFragment('<p>一二</p>'))
    document.body.replaceChildren(root)
    const text = root.firstChild?.firstChild as Text
    const markers = insertMarkers({ startContainer: text, startOffset: 1, endContainer: text, endOffset: 1 })
    insertContent(cleanPaste(source, world))(markers, root)
    normalizeContent(root)
    assert.ok(root.contains(markers.start), source)
    removeMarkers(markers)
    const saved = serialize(root)
    assert.equal(clean(saved), saved, source)
    assert.ok(lettersOf(root).includes('一') && lettersOf(root).includes('二'), source)
    const opened = document.createElement('div')
    opened.append(allowedFragment(saved))
    normalizeContent(opened)
    assert.equal(serialize(opened), saved, source)
  }
})
