import assert from 'node:assert/strict'
import { test } from 'node:test'
import './shortMatches.ts'

const page = `${'<p>一</p>'.repeat(3000)}<dt>保修期</dt><dd>2年</dd>${'<p>二</p>'.repeat(3000)}`

test('of a page that a pattern does not fit, a failure prints 200 characters around it', () => {
  assert.match(page, /<dd>2年/g)
  assert.doesNotMatch(page, /^<dd>/)
  for (const fails of [
    () => assert.match(page, /保修期<\/dt><dd>3年/, 'its page'),
    () => assert.doesNotMatch(page, /保修期/g, 'its page'),
  ])
    assert.throws(fails, ({ message }: Error) => {
      assert.ok(
        message.startsWith('its page: ') && message.includes('<dt>保修期</dt>') && message.length < 320,
        message,
      )
      return true
    })
})
