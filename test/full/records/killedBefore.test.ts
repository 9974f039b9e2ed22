import { test } from 'node:test'
import { changes, interrupted } from '../../records/interrupted.ts'

for (const name of Object.keys(changes)) {
  test(`${name}: killed before any system call, it was done or was not`, (t) => interrupted(t, name, { undone: false }))
}
