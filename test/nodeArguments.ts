import { relative, resolve } from 'node:path'
// @ts-expect-error the tools have no types
import { compiledFile } from '../tools/compileTests.mjs'

const isCompiled = process.argv[1]?.endsWith('.mjs') ?? false

/**
 * What Node is given to run a file of the tests in a process of its own: the compiled one where the tests are compiled, because tsx needs
 * seconds to load on a busy machine.
 */
export const argumentsForFile = (path: string): string[] =>
  isCompiled ? [resolve(compiledFile(path))] : ['--import', 'tsx', path]

/** The same for a text that imports sources by their paths from the root of the project, where Node must be started. */
export function argumentsForText(text: string): string[] {
  const words = ['--input-type=module', '-e']
  if (!isCompiled) return ['--import', 'tsx', ...words, text]
  return [...words, text.replace(/(?<=from ')\..*\.ts(?=')/g, (path) => `./${relative('', compiledFile(path))}`)]
}
