import type { Disk } from './disk.ts'

/** Of the data folder. It goes up when an older server could no longer read what a newer one writes. */
export const dataFormat = 1

const record = { collection: 'meta', id: 'format' }

/** Another version's folder. Reading on could set its records aside, or write over what it knows more about. */
export class NewerFormat extends Error {
  constructor(found: unknown) {
    super(
      `the data folder has format ${JSON.stringify(found)}, and this version knows formats up to ${dataFormat}: ` +
        'start the newer version again, or restore a backup made before the upgrade',
    )
    this.name = 'NewerFormat'
  }
}

/** Refuses a folder of a newer format before anything in it is read or changed; a folder that names none yet is given its number. */
export async function claimFormat(disk: Disk): Promise<void> {
  const found = formatIn(disk)
  if (found === dataFormat) return
  if (found !== undefined && !isOlder(found)) throw new NewerFormat(found)
  await disk.put(record.collection, record.id, { id: record.id, format: dataFormat })
}

/** undefined in a new folder, and in those of before formats were numbered, which is format 1. */
function formatIn(disk: Disk): unknown {
  for (const { id, value } of disk.load(record.collection)) {
    if (id === record.id) return typeof value === 'object' && value !== null && 'format' in value ? value.format : null
  }
  return undefined
}

const isOlder = (format: unknown): boolean => Number.isInteger(format) && Number(format) < dataFormat
