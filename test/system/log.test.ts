import assert from 'node:assert/strict'
import { test } from 'node:test'
import { warnOnce } from '../../server/system/log.ts'

test('repeated failures of background work are logged once, and again after a success or with another error', async () => {
  const logged: unknown[][] = []
  const [full, denied] = [new Error('no space'), new Error('no access')]
  const outcomes = [full, new Error('no space'), denied, full, undefined, undefined, full]
  const work = warnOnce(
    (...line) => logged.push(line),
    'visits were not written',
    async () => {
      const failure = outcomes.shift()
      if (failure) throw failure
    },
  )
  while (outcomes.length > 0) await work()
  const warnings = [full, denied, full, full].map((cause) => ['warn', 'visits were not written', cause])
  assert.deepEqual(logged, warnings)
})
