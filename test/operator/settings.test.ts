import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { settingsFor } from '../../server/operator/settings.ts'
import { newFolder } from '../server.ts'

test('the settings are the environment’s where it says where the data is, else those of the service', async (t) => {
  const file = join(newFolder(t), 'zhuzhan.env')
  assert.deepEqual(settingsFor({ HOME: '/root' }, file), { HOME: '/root' })
  await writeFile(
    file,
    [
      '# DATA_DIR=/comment',
      'DATA_DIR=/var/lib/zhuzhan/data',
      'UPLOADS_DIR = /no',
      '  SITE_URL="https://www.example.com"  ',
      "ADMIN_USER='a b'",
      'BACKUP_HOOK=/usr/local/bin/send --to=x  ',
      'FILM_LIMIT=',
      'PORT=8080\r',
      ';HOST=::',
      'ADMIN_PASSWORD=a"b#c',
    ].join('\n'),
  )
  assert.deepEqual(settingsFor({ HOME: '/root', PORT: '1' }, file), {
    HOME: '/root',
    PORT: '8080',
    DATA_DIR: '/var/lib/zhuzhan/data',
    SITE_URL: 'https://www.example.com',
    ADMIN_USER: 'a b',
    BACKUP_HOOK: '/usr/local/bin/send --to=x',
    FILM_LIMIT: '',
    ADMIN_PASSWORD: 'a"b#c',
  })
  assert.equal(settingsFor({ UPLOADS_DIR: './pictures' }, file).UPLOADS_DIR, './pictures')
  const listening = (listen: string, state = 'active'): (string | undefined)[] => {
    const { HOST, PORT } = settingsFor({}, file, () => `Listen=${listen} (Stream)\nActiveState=${state}\n`)
    return [HOST, PORT]
  }
  assert.deepEqual(listening('10.0.0.3:8081'), ['10.0.0.3', '8081'])
  assert.deepEqual(listening('[::]:8081'), ['::', '8081'])
  assert.deepEqual(listening('10.0.0.3:8081', 'inactive'), [undefined, '8080'])
  assert.deepEqual(listening('/run/site.sock'), [undefined, '8080'])
  const relative = `${file}.relative`
  await writeFile(relative, 'DATA_DIR=./data')
  assert.throws(() => settingsFor({}, relative), /DATA_DIR=\.\/data 要写完整的路径/)
  for (const own of [
    { DATA_DIR: './data' },
    { DATABASE_URL: 'postgres://a/b' },
    { DATABASE_URL_FILE: '/run/secret' },
  ]) {
    assert.deepEqual(settingsFor(own, file), own)
  }
})
