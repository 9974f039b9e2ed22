import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { newFolder } from '../../server.ts'
import { command, contentOf } from '../../keeping/commands.ts'
import { archiveOf, manifestOf, type Member, newsRecord, sha256, tarOf } from '../../keeping/tarOf.ts'

const good = [newsRecord('a'), newsRecord('b'), { name: 'uploads/news/p.png', body: 'a picture' }]
const bytes = archiveOf(good)
const flipped = (at: number): Buffer => {
  const copy = Buffer.from(bytes)
  copy.writeUInt8((copy.at(at) ?? 0) ^ 0x20, at < 0 ? copy.length + at : at)
  return copy
}
/** The valid files that accompany an invalid one. */
const withFile = (member: Member): Buffer => archiveOf([...good, member])
/** A file that is in no manifest. */
const unlisted = (member: Member): Buffer => gzipSync(tarOf([manifestOf(good), ...good, member]))

const archives: [what: string, archive: Buffer, pattern: RegExp][] = [
  ['no gzip', Buffer.from('plainly not an archive'), /损坏/],
  ['nothing', Buffer.alloc(0), /损坏|不完整/],
  ['another program’s', gzipSync(tarOf([{ name: 'wordpress.sql', body: 'x' }])), /不是筑站的备份文件/],
  [
    'a manifest of another program',
    gzipSync(tarOf([{ name: 'manifest.json', body: '{"program":"other"}' }])),
    /不是筑站的备份文件/,
  ],
  ['a manifest that is no JSON', gzipSync(tarOf([{ name: 'manifest.json', body: '{' }])), /清单无法读取/],
  [
    'a manifest without files',
    gzipSync(
      tarOf([
        {
          name: 'manifest.json',
          body: '{"program":"zhuzhan","format":3,"dataFormat":1}',
        },
      ]),
    ),
    /清单不完整/,
  ],
  ['zeros without end', gzipSync(Buffer.alloc(200_000_000)), /多余|不是/],
  ['a newer archive format', archiveOf(good, { format: 99 }), /更新版本的程序/],
  ['a newer data format', archiveOf(good, { dataFormat: 99 }), /更新版本的程序/],
  ['counts that differ', archiveOf(good, { counts: { news: 3 } }), /前后不一致/],
  ['a collection that is not counted', archiveOf(good, { counts: {} }), /前后不一致/],
  [
    'a size that is no number',
    archiveOf(good, { files: [{ name: 'data/news/a.json', size: '1', sha256: sha256('') }] }),
    /无法识别/,
  ],
  [
    'a wrong hash',
    archiveOf(good, {
      files: good.map(({ name, body }) => ({ name, size: Buffer.byteLength(body ?? ''), sha256: sha256('other') })),
    }),
    /已损坏：data\/news\/a\.json/,
  ],
  ['a file twice', withFile(newsRecord('a')), /重复/],
  ['two names that differ in case', withFile(newsRecord('A')), /重复/],
  ['a file that no manifest lists', unlisted(newsRecord('c')), /清单里没有/],
  ['a file that is missing', gzipSync(tarOf([manifestOf(good), ...good.slice(1)])), /清单里没有|缺少/],
  ['the last file missing', gzipSync(tarOf([manifestOf(good), ...good.slice(0, -1)])), /缺少 1 个文件/],
  ['an absolute path', withFile({ name: '/etc/cron.d/x', body: 'x' }), /不允许的文件名/],
  ['a way out', withFile({ name: 'uploads/../../x.png', body: 'x' }), /不允许的文件名/],
  ['a way out as a folder', withFile({ name: 'uploads/../x.png', body: 'x' }), /不允许的文件名/],
  ['a way out as a name', withFile({ name: 'data/news/...json', body: '{}' }), /不允许的文件名/],
  ['a backslash', withFile({ name: 'uploads\\news\\x.png', body: 'x' }), /不允许的文件名/],
  ['a hidden upload', withFile({ name: 'uploads/news/.htaccess', body: 'x' }), /不允许的文件名/],
  ['a way out in the folders', withFile({ name: 'data/drafts/../news/x.json', body: '{}' }), /不允许的文件名/],
  ...[
    'data/drafts/a.json',
    'data/drafts/news/1/a.json',
    'data/history/news/a.json',
    'data/history/news/1/2/a.json',
    'data/news/1/a.json',
  ].map((name): [string, Buffer, RegExp] => [
    `the nesting of ${name}`,
    withFile({ name, body: newsRecord('a').body ?? '' }),
    /不允许的文件名/,
  ]),
  ['a claim to the lock', withFile({ name: 'data/lock/1.json', body: '{}' }), /不允许的文件名/],
  ['an order', withFile({ name: 'data/orders/1.json', body: '{}' }), /不允许的文件名/],
  ['a journal of a restore', withFile({ name: 'data/restoring.json', body: '{}' }), /不允许的文件名/],
  ['staged content', withFile({ name: 'data/restoring-1/a.json', body: '{}' }), /不允许的文件名/],
  ['a file deeper down', withFile({ name: 'uploads/news/a/b.png', body: 'x' }), /不允许的文件名/],
  ['a control character', withFile({ name: 'uploads/news/a\n.png', body: 'x' }), /不允许的文件名/],
  ['a symbolic link', unlisted({ name: 'uploads/news/l.png', type: '2', link: '/etc/passwd' }), /不允许的内容/],
  ['a hard link', unlisted({ name: 'uploads/news/l.png', type: '1', link: 'data/user/x.json' }), /不允许的内容/],
  ['a device', unlisted({ name: 'uploads/news/null', type: '3' }), /不允许的内容/],
  ['a block device', unlisted({ name: 'uploads/news/sda', type: '4' }), /不允许的内容/],
  ['a fifo', unlisted({ name: 'uploads/news/fifo', type: '6' }), /不允许的内容/],
  ['a folder', unlisted({ name: 'uploads/news', type: '5' }), /不允许的内容/],
  ['a long name of GNU', unlisted({ name: '././@LongLink', type: 'L', body: 'x' }), /不允许的内容/],
  ['a pax header', unlisted({ name: 'PaxHeaders/x', type: 'x', body: '20 path=/etc/passwd\n' }), /不允许的内容/],
  [
    'a link that the manifest lists as a file',
    gzipSync(
      tarOf([
        manifestOf([...good, { name: 'uploads/news/l.png' }]),
        ...good,
        { name: 'uploads/news/l.png', type: '2', link: '/etc/passwd' },
      ]),
    ),
    /不允许的内容/,
  ],
  [
    'a file larger than listed',
    gzipSync(
      tarOf([manifestOf(good), ...good.slice(0, -1), { name: 'uploads/news/p.png', body: Buffer.alloc(50_000_000) }]),
    ),
    /清单里没有/,
  ],
  [
    'a file that claims more than disks hold',
    archiveOf(good, {
      files: [{ name: 'uploads/news/p.png', size: 2 ** 50, sha256: sha256('') }],
      counts: {},
      uploads: { files: 1, bytes: 2 ** 50 },
    }),
    /空间不足/,
  ],
  [
    'a record too large for one',
    archiveOf(good, { files: [{ name: 'data/news/a.json', size: 2 ** 30, sha256: sha256('') }] }),
    /过大/,
  ],
  [
    'a manifest too large for one',
    gzipSync(tarOf([{ name: 'manifest.json', body: Buffer.alloc(65 * 1_048_576, 0x20) }])),
    /不是筑站的备份文件/,
  ],
  ['a header that is broken', gzipSync(tarOf(good).fill(0x41, 148, 156)), /读不到文件头/],
  ['a negative size', gzipSync(tarOf([{ name: 'manifest.json', body: '{}', size: -1 }])), /大小无法识别/],
  ['a record that is no JSON', withFile({ name: 'data/news/c.json', body: 'x' }), /无法识别/],
  [
    'a record under another’s name',
    withFile({ name: 'data/news/c.json', body: newsRecord('a').body ?? '' }),
    /无法识别/,
  ],
  [
    'a version of another record',
    withFile({ name: 'data/history/news/b/v.json', body: newsRecord('a').body ?? '' }),
    /无法识别/,
  ],
  ['no end', gzipSync(tarOf([manifestOf(good), ...good], { end: 0 })), /不完整/],
  [
    'something after the end',
    gzipSync(Buffer.concat([tarOf([manifestOf(good), ...good]), tarOf([newsRecord('c')])])),
    /多余/,
  ],
  ['a bit flipped at the start', flipped(3), /./],
  ['a bit flipped in the middle', flipped(bytes.length >> 1), /./],
  ['a bit flipped in the checksum', flipped(-6), /损坏/],
  ...[1, 9, bytes.length >> 1, bytes.length - 9, bytes.length - 1].map((length): [string, Buffer, RegExp] => [
    `the first ${length} bytes`,
    bytes.subarray(0, length),
    /损坏|不完整/,
  ]),
]

test('the archive from which the hostile ones are made can be restored', async (t) => {
  const folder = newFolder(t)
  await writeFile(join(folder, 'good.tar.gz'), bytes)
  const { code, output } = await command('restore', folder, ['good.tar.gz'])
  assert.equal(code, 0, output)
  assert.deepEqual(Object.keys(await contentOf(join(folder, 'data'))), [
    'backup/restored.json',
    'meta/format.json',
    'news/a.json',
    'news/b.json',
  ])
  assert.equal(await readFile(join(folder, 'uploads', 'news', 'p.png'), 'utf8'), 'a picture')
})

test('a small archive whose manifest would fill the memory is refused before that is parsed', async (t) => {
  const folder = newFolder(t)
  const begin =
    '{"program":"zhuzhan","format":3,"dataFormat":1,"version":"0","time":"2026-11-20","counts":{},"uploads":{},"missing":[],"files":['
  for (const value of ['{}', '[]', '0']) {
    const body = `${begin}${`${value},`.repeat(60e6 / (value.length + 1))}0]}`
    await writeFile(join(folder, 'x.tar.gz'), gzipSync(tarOf([{ name: 'manifest.json', body }])))
    const { code, output, lastLine } = await command('restore', folder, ['x.tar.gz'], {
      node: ['--max-old-space-size=200'],
    })
    assert.deepEqual([code, lastLine], [1, '恢复失败，原有内容未动：备份文件的清单过大'], output)
  }
})

test('anything but a complete archive of this program is refused with a message, and leaves nothing behind', async (t) => {
  const folder = newFolder(t)
  const inside = join(folder, 'a', 'b', 'c')
  await mkdir(inside, { recursive: true })
  const failed: string[] = []
  const tryOut = async ([what, archive, expected]: (typeof archives)[number], at: number): Promise<void> => {
    const home = join(inside, String(at))
    await mkdir(home)
    await writeFile(join(home, 'x.tar.gz'), archive)
    const { code, output, lastLine } = await command('restore', home, ['x.tar.gz'])
    const left = [
      ...(await readdir(join(home, 'data'))).filter((name) => name !== 'lock'),
      ...(await readdir(join(home, 'uploads'))),
      ...(await readdir(join(home, 'data', 'lock'))),
    ]
    if (
      code !== 1 ||
      !lastLine.startsWith('恢复失败，原有内容未动：') ||
      !expected.test(lastLine) ||
      left.length > 0 ||
      output.includes('.mjs')
    ) {
      failed.push(`${what}: code ${code}, left ${left}, ${output}`)
    }
  }
  for (let at = 0; at < archives.length; at += 4)
    await Promise.all(archives.slice(at, at + 4).map((each, n) => tryOut(each, at + n)))
  assert.deepEqual(failed, [])
  assert.deepEqual(await readdir(folder), ['a'], 'and nothing beside')
  assert.deepEqual(await readdir(join(folder, 'a', 'b')), ['c'])
})
