import type { ReactNode } from 'react'
import { withSheet } from '../../lib/sheets.ts'
import { attempt } from '../ui/Toast.tsx'
import { rootDialog } from '../ui/topDialog.ts'
import * as library from './library.ts'

/** Draws a dialog that has the library's sheet above all others, until it resolves: to undefined where nothing was chosen. */
export async function askLibrary<T>(draw: (resolve: (answer: T | undefined) => void) => ReactNode) {
  let answer: T | undefined
  await attempt(async () => {
    await withSheet(library)
    answer = await new Promise<T | undefined>((resolve) => (rootDialog.value = draw(resolve)))
    rootDialog.value = undefined
  })
  return answer
}
