import type { Locator, Page } from 'playwright-core'

/** A file as a person chooses it. */
export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/**
 * Counts as a person acts: opening, a click, a field that is typed or pasted into, three times for files (the button, the files, 打开).
 */
export function counting() {
  const counted = { actions: 0 }
  const count = async (actions: number, act: Promise<unknown>): Promise<void> => {
    await act
    counted.actions += actions
  }
  return {
    counted,
    click: (target: Locator) => count(1, target.click()),
    type: (target: Locator, text: string) => count(1, target.fill(text)),
    /** Files of one folder are chosen at once; so is a folder itself, by its path. */
    choose: (target: Locator, files: ChosenFile | readonly ChosenFile[] | string) =>
      count(3, target.setInputFiles(typeof files === 'string' ? files : [files].flat())),
    open: (page: Page, path: string) => count(1, page.goto(path)),
  }
}
