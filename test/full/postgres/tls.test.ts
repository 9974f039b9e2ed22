import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../../server/store/postgres/database.ts'
import { newFolder, startServer } from '../../server.ts'
import { newCluster, postgresTest } from '../../postgres/cluster.ts'
import { until } from '../../postgres/until.ts'

/** An authority, and a certificate for this name and number that it has signed. */
function makeCertificate(folder: string, name: string): { authority: string; certificate: string; key: string } {
  const path = (file: string): string => join(folder, file)
  const openssl = (...args: string[]): unknown => execFileSync('openssl', args, { stdio: 'ignore' })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  openssl('req', '-x509', ...newKey, '-subj', '/CN=authority', '-keyout', path('ca.key'), '-out', path('ca.crt'))
  openssl(
    'req',
    ...newKey.slice(0, -2),
    '-subj',
    '/CN=database',
    '-keyout',
    path('server.key'),
    '-out',
    path('server.csr'),
  )
  writeFileSync(path('names'), `subjectAltName=${name}\n`)
  openssl(
    'x509',
    '-req',
    '-in',
    path('server.csr'),
    '-CA',
    path('ca.crt'),
    '-CAkey',
    path('ca.key'),
    '-CAcreateserial',
    '-days',
    '2',
    '-extfile',
    path('names'),
    '-out',
    path('server.crt'),
  )
  return { authority: path('ca.crt'), certificate: path('server.crt'), key: path('server.key') }
}

postgresTest('the certificate of the database is checked: its authority, and its name or number', async (t) => {
  const cluster = await newCluster(t)
  const [database, folder, otherFolder] = [await cluster.newDatabase(), newFolder(t), newFolder(t)]
  const other = makeCertificate(otherFolder, 'IP:127.0.0.1').authority
  const query = async (host: string, settings: string): Promise<unknown> => {
    const address = database.replace('127.0.0.1', host)
    const opened = openDatabase(`${address}?${settings}`, { connections: 1, onWarning: () => {} })
    try {
      return await opened.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
    } finally {
      await opened.close()
    }
  }
  const serve = async (name: string): Promise<string> => {
    const made = makeCertificate(folder, name)
    if (process.geteuid?.() === 0) {
      chmodSync(folder, 0o755)
      chownSync(made.key, 65_534, 65_534)
    }
    chmodSync(made.key, 0o600)
    await cluster.stop()
    appendFileSync(
      join(cluster.data, 'postgresql.conf'),
      `ssl = on\nssl_cert_file = '${made.certificate}'\nssl_key_file = '${made.key}'\n`,
    )
    await cluster.start()
    return made.authority
  }

  const byNumber = await serve('IP:127.0.0.1')
  assert.deepEqual(await query('127.0.0.1', `sslmode=verify-full&sslrootcert=${byNumber}`), [{ ssl: true }])
  await assert.rejects(query('127.0.0.1', `sslmode=verify-full&sslrootcert=${other}`), /certificate/)
  await assert.rejects(query('127.0.0.1', 'sslmode=verify-full'), /certificate/)
  await assert.rejects(query('localhost', `sslmode=verify-full&sslrootcert=${byNumber}`), /altnames/)

  const byName = await serve('DNS:localhost')
  assert.deepEqual(await query('localhost', `sslmode=verify-full&sslrootcert=${byName}`), [{ ssl: true }])
  await assert.rejects(query('127.0.0.1', `sslmode=verify-full&sslrootcert=${byName}`), /altnames/)

  const sample = readFileSync(new URL('../../../deploy/managed-postgres.env', import.meta.url), 'utf8').matchAll(
    /^([A-Z_]+)=(.*)$/gm,
  )
  const here = {
    DATABASE_URL_FILE: join(folder, 'database-url'),
    DATA_DIR: join(folder, 'data'),
    UPLOADS_DIR: join(folder, 'uploads'),
  }
  writeFileSync(
    here.DATABASE_URL_FILE,
    `${database.replace('zhuzhan@127.0.0.1', 'zhuzhan:not-to-be-told@localhost')}?sslmode=verify-full&sslrootcert=${byName}\n`,
  )
  const server = await startServer(t, {
    env: { ...Object.fromEntries([...sample].map(([, name, value]) => [name, value])), ...here },
  })
  await server.signIn()
  await cluster.stop()
  await until(async () => /"reading only"/.test(await (await fetch(`${server.url}/healthz`)).text()))
  assert.match(server.output().stderr, /database does not answer/)
  assert.doesNotMatch(server.output().stderr, /not-to-be-told/)
  assert.equal(existsSync(here.DATA_DIR), false, 'nothing is kept on the machine')
})
