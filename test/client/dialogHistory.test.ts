import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from './manualClock.ts'
import './page.ts'

const { followDialogs } = await import('../../client/admin/ui/navigation.ts')
const { addOpenDialog } = await import('../../client/admin/ui/topDialog.ts')

/** A browser that is busy: what it is asked for takes a while. */
function slowHistory(): { goes: number[]; arrive(): void } {
  const states: unknown[] = [null]
  let at = 0
  const goes: number[] = []
  Object.defineProperty(globalThis, 'history', {
    configurable: true,
    value: {
      get state() {
        return states[at]
      },
      pushState(state: unknown) {
        states.splice(++at, states.length, state)
      },
      replaceState(state: unknown) {
        states[at] = state
      },
      go: (by: number) => void goes.push(by),
    },
  })
  return {
    goes,
    arrive() {
      at += goes.shift() ?? assert.fail('nowhere to go')
      document.defaultView?.dispatchEvent(new Event('popstate'))
    },
  }
}

test('a dialog that opens while the step of the one before is taken back stays open, however long that takes', (t) => {
  const { after, pass } = manualClock()
  t.mock.method(globalThis, 'setTimeout', (run: () => void, ms = 0) => after(ms, run))
  t.mock.method(globalThis, 'clearTimeout', (cancel?: () => void) => cancel?.())
  const { goes, arrive } = slowHistory()
  followDialogs()
  const cancelled: string[] = []
  const open = (name: string): (() => void) => {
    const dialog = document.createElement('dialog')
    dialog.addEventListener('cancel', () => cancelled.push(name))
    dialog.close = () => {}
    const remove = addOpenDialog(dialog)
    pass(1)
    return remove
  }
  const closeFirst = open('first')
  closeFirst()
  pass(1)
  arrive()
  pass(950)

  const closeSecond = open('second')
  closeSecond()
  pass(1)
  assert.deepEqual(goes, [-1])
  const closeThird = open('third')
  // So long after the first was closed a browser that had said nothing would have refused.
  pass(100)
  arrive()
  pass(1)
  assert.deepEqual(cancelled, [])
  closeThird()
})
