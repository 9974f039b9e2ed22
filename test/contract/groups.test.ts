import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupPath, groupsError, inLevels, maxGroups, missingGroups, shownGroups } from '../../contract/kinds/groups.ts'

const group = (id: string, parent = '', on = true) => ({ id, name: id, parent, on })
const three = ['zhgd', 'cpxt', 'jzbh'].map((id) => group(id))

test('groups have two levels, and the three that programs know stay on the first', () => {
  const wrong = (...more: ReturnType<typeof group>[]): string | undefined => groupsError([...three, ...more])
  assert.equal(wrong(group('a', 'zhgd'), group('b')), undefined)
  assert.match(wrong(group('a', 'zhgd'), group('b', 'a')) ?? '', /“b”不能放在这个上级分类里/)
  assert.match(wrong(group('b', 'gone')) ?? '', /“b”/)
  assert.match(wrong(group('b', 'b')) ?? '', /“b”/)
  assert.match(groupsError([group('zhgd', 'cpxt'), ...three.slice(1)]) ?? '', /“zhgd”/)
  assert.match(groupsError(three.slice(1)) ?? '', /原有的三个分类不能移除/)
})

test('what lies in a group that is gone, or is below another one by now, is of the first level', () => {
  const groups = [group('c', 'a'), group('d', 'gone'), group('b', 'zhgd'), ...three, group('a', 'zhgd')]
  assert.deepEqual(
    inLevels(groups).map((each) => groupPath(groups, each)),
    ['c', 'd', 'zhgd', 'zhgd › b', 'zhgd › a', 'cpxt', 'jzbh'],
  )
})

test('a group that is off takes those below it off', () => {
  const groups = [group('zhgd', '', false), group('a', 'zhgd'), group('cpxt'), group('b', 'cpxt', false)]
  assert.deepEqual(
    shownGroups(groups).map(({ id }) => id),
    ['cpxt'],
  )
})

test('groups are made while there is room, each behind the one above it', () => {
  const full = (count: number) => Array.from({ length: count }, (_, index) => group(`第${index + 1}类`))
  const paths = ['管件 › 弯头', '第1类 › 法兰', '管件 › 三通', '第1类', '']
  const made = ['管件', '管件 › 弯头', '第1类 › 法兰', '管件 › 三通']
  assert.deepEqual(missingGroups(full(3), paths), { made, left: [] })
  assert.deepEqual(missingGroups(full(maxGroups - 1), paths), {
    made: ['第1类 › 法兰'],
    left: ['管件 › 弯头', '管件 › 三通'],
  })
  assert.deepEqual(missingGroups(full(maxGroups), paths).left.length, 3)
  const flat = Array.from({ length: 58 }, (_, index) => `新${index}`)
  assert.deepEqual(missingGroups(full(3), flat), { made: flat.slice(0, 57), left: ['新57'] })
})
