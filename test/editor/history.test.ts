import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createUndoHistory } from '../../client/editor/text/history.ts'
import type { ContentSnapshot } from '../../client/editor/text/write.ts'

const at = (html: string): ContentSnapshot => [`<p>${html}<!--[--><!--]--></p>`]

describe('history', () => {
  test('undoes and redoes step by step', () => {
    const history = createUndoHistory()
    history.push(at('一'))
    history.push(at('一二'))
    assert.deepEqual(history.undo(at('一二三')), at('一二'))
    assert.deepEqual(history.undo(at('一二')), at('一'))
    assert.deepEqual(history.undo(at('一')), undefined)
    assert.deepEqual(history.redo(at('一')), at('一二'))
    assert.deepEqual(history.redo(at('一二')), at('一二三'))
    assert.deepEqual([history.redo(at('一二三')), history.canUndo(), history.canRedo()], [undefined, true, false])
  })

  test('a new step clears what could be redone', () => {
    const history = createUndoHistory()
    history.push(at('一'))
    history.undo(at('二'))
    history.push(at('一'))
    assert.equal(history.canRedo(), false)
  })

  test('letters typed in one go are one step; a pause, another kind or a click begins the next', () => {
    const history = createUndoHistory()
    let asked = 0
    const draft = () => at(`${asked++}`)
    history.recordTyping('type', 0, draft)
    history.recordTyping('type', 900, draft)
    history.recordTyping('type', 1800, draft)
    assert.equal(asked, 1)
    history.recordTyping('type', 2801, draft)
    history.recordTyping('delete', 2900, draft)
    history.endBurst()
    history.recordTyping('delete', 2950, draft)
    assert.equal(asked, 4)
    for (let time = 3000; time < 20_000; time += 500) history.recordTyping('delete', time, draft)
    assert.equal(asked, 5)
  })

  test('letters that replace a selection belong to that step', () => {
    const history = createUndoHistory()
    history.push(at('旧'))
    history.startBurst('type', 100)
    history.recordTyping('type', 200, () => at(''))
    assert.deepEqual(history.undo(at('新')), at('旧'))
    assert.equal(history.canUndo(), false)
  })

  test('a step that changed nothing but the selection is skipped', () => {
    const history = createUndoHistory()
    history.push(at('一'))
    history.push(['<p><!--[--><!--]-->二</p>'])
    history.push(['<p>二</p>', '<!--[--><!--]-->'])
    assert.deepEqual(history.undo(at('二')), at('一'))
  })

  test('is limited', () => {
    const history = createUndoHistory()
    for (let step = 0; step < 300; step++) history.push(at(`${step}`))
    let last: ContentSnapshot | undefined
    for (let now: ContentSnapshot | undefined = at('300'); now; now = history.undo(now)) last = now
    assert.deepEqual(last, at('200'))
  })
})
