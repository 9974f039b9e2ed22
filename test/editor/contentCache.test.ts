import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContentSnapshot } from '../../client/editor/text/write.ts'
import { snapshot, allowedFragment, normalizeContent, serialize } from './dom.ts'
import { commands, numbers, start } from './random.ts'

Object.assign(globalThis, { MutationObserver: (document.defaultView as unknown as typeof globalThis).MutationObserver })
const { createContentCache } = await import('../../client/editor/text/contentCache.ts')
const { removeMarkers, insertMarkers } = await import('../../client/editor/text/selectionMarkers.ts')
const { inlineNodes } = await import('../../client/editor/text/nodes.ts')
const { normalizeSelection } = await import('../../client/editor/text/normalizeSelection.ts')

function opened(html: string) {
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  const content = createContentCache(root)
  root.append(allowedFragment(html))
  content.normalize()
  return { root, content }
}

/** A copy without a cache. */
const fresh = (root: HTMLElement): HTMLElement => {
  const copy = root.cloneNode(true) as HTMLElement
  normalizeContent(copy)
  return copy
}
const lettersOf = (root: HTMLElement): number => root.textContent?.match(/\S/gu)?.length ?? 0

test('after any command the cached blocks equal freshly serialized ones, and every snapshot can be restored', () => {
  for (let seed = 1; seed <= (Number(process.env.SEEDS) || 10); seed++) {
    const next = numbers(seed * 6151)
    const { root, content } = opened(start + start)
    const drafts: ContentSnapshot[] = []
    for (let step = 0; step < 10; step++) {
      const all = inlineNodes(root)
      const pick = next(all.length)
      const ends = [pick, next(3) === 0 ? next(all.length) : pick]
        .sort((a, b) => a - b)
        .map((at) => all[at] as ChildNode)
      const range = document.createRange()
      range.setStartBefore(ends[0] as ChildNode)
      range.setEndBefore(ends[1] as ChildNode)
      const taken = content.snapshot(range)
      const draft = taken.join('')
      assert.equal(draft, snapshot(root, range))
      drafts.push(taken)
      const name = Object.keys(commands)[next(Object.keys(commands).length)] ?? ''
      const markers = insertMarkers(range)
      normalizeSelection(root, markers)
      commands[name]?.()(markers, root)
      const copy = fresh(root)
      content.normalize()
      assert.equal(snapshot(root), snapshot(copy), `tidied by blocks after ${name} at ${draft}`)
      normalizeSelection(root, markers)
      const points = removeMarkers(markers)
      const story = `${name} at ${draft}`
      assert.equal(content.serialize(), serialize(root), story)
      assert.equal(content.snapshot().join(''), snapshot(root), story)
      assert.equal(content.snapshot(points).join(''), snapshot(root, points), story)
      assert.equal(content.count(), lettersOf(root), story)
      const old = drafts[next(drafts.length)] ?? []
      if (next(3) > 0) continue
      content.restore(old)
      assert.equal(snapshot(root), old.join('').replace(/<!--[[\]]-->/g, ''), `back from ${story}`)
      for (const marker of inlineNodes(root).filter(({ nodeType }) => nodeType === 8)) marker.remove()
      for (const block of root.children) block.normalize()
      content.normalize()
      assert.equal(content.serialize(), serialize(root))
    }
  }
})

test('restoring a snapshot leaves the blocks that have not changed alone', () => {
  const { root, content } = opened('<p>一</p><p><img src="/a.png"></p><p>二</p><p>三</p>')
  const draft = content.snapshot()
  const [first, picture, changed, last] = [...root.children]
  if (changed?.firstChild) changed.firstChild.textContent = '二二'
  changed?.after(document.createElement('hr'))
  content.normalize()
  assert.equal(content.serialize(), '<p>一</p><p><img src="/a.png"></p><p>二二</p><hr><p>三</p>')
  content.restore(draft)
  assert.equal(content.serialize(), '<p>一</p><p><img src="/a.png"></p><p>二</p><p>三</p>')
  assert.deepEqual(
    [root.children[0] === first, root.children[1] === picture, root.children[3] === last, root.children.length],
    [true, true, true, 4],
  )
})

test('characters are counted as people count them', () => {
  const { root, content } = opened('<p>塔 机𠮷😀 a\u00A0</p><ul><li>一</li></ul>')
  assert.equal(content.count(), 6)
  root.firstElementChild?.append('二')
  assert.equal(content.count(), 7)
})
