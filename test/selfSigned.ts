import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Certificate {
  file: string
  keyFile: string
  cert: Buffer
  key: Buffer
}

/** A certificate for these names that is its own authority. */
export function selfSigned(folder: string, [name, ...others]: readonly [string, ...string[]], days = 2): Certificate {
  const file = join(folder, `${name}.${days}.crt`)
  const keyFile = join(folder, `${name}.${days}.key`)
  const names = [name, ...others].map((each) => `DNS:${each}`).join()
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const facts = ['-days', String(days), '-subj', `/CN=${name}`, '-addext', `subjectAltName=${names}`]
  execFileSync('openssl', ['req', '-x509', ...curve, ...facts, '-keyout', keyFile, '-out', file], { stdio: 'ignore' })
  return { file, keyFile, cert: readFileSync(file), key: readFileSync(keyFile) }
}
