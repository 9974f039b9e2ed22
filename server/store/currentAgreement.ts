import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Site } from '../../contract/entities.ts'

/**
 * The agreement of the back office as Markdown: the company's own `agreement.md` in the data folder, or the shipped one. The names
 * in braces are fields of the site record.
 */
export function currentAgreement(dataDir: string, seedFolder: string, site: () => Site): () => string {
  const text = own(join(dataDir, 'agreement.md')) ?? readFileSync(join(seedFolder, 'agreement.md'), 'utf8')
  return () => {
    const facts: Readonly<Record<string, unknown>> = { ...site() }
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => (typeof facts[name] === 'string' ? facts[name] : whole))
  }
}

function own(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
