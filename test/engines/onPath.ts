import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where a program is, if it is anywhere. */
export const onPath = (name: string): string | undefined =>
  (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)).find((path) => existsSync(path))
