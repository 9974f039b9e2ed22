/** More than a company has in one folder; a disk that was dropped by mistake has more. */
const most = 5_000

const paths = new WeakMap<File, string>()
/** Where a file lay in the folder that was dropped or chosen; its name where it was none. */
export const pathOf = (file: File): string => paths.get(file) ?? (file.webkitRelativePath || file.name)

/** The file, of which it is known where it lay. */
export function placed(file: File, path: string): File {
  paths.set(file, path)
  return file
}

/** Calls back with the files that were dropped, at once unless there are folders among them, whose files they are then. */
export function takeDropped({ items, files }: DataTransfer, onFiles: (files: readonly File[]) => void): void {
  // They can only be asked for in the event itself.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  if (entries.some(({ isDirectory }) => isDirectory)) void filesIn(entries).then(onFiles, () => {})
  else onFiles([...files])
}

async function filesIn(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const files: File[] = []
  const waiting = [...entries]
  for (let entry = waiting.shift(); entry && files.length < most; entry = waiting.shift()) {
    // Packages beside a site are far more files than the site.
    if (entry.name === 'node_modules') continue
    if (entry.isDirectory) waiting.push(...(await entriesIn(entry as FileSystemDirectoryEntry)))
    else {
      files.push(placed(await fileOf(entry as FileSystemFileEntry), entry.fullPath))
    }
  }
  return files.filter(({ name }) => !name.startsWith('.'))
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject))

/** A reader gives some at a time. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0 || all.length > most) return all
    all.push(...some)
  }
}
