import { after, describe } from 'node:test'

/** Runs test files one after the other in this process, each as a suite that has the name of the file, and its hooks. */
export async function runFiles(files) {
  for (const [file, load] of Object.entries(files)) {
    await new Promise((done) => {
      describe(file, () => {
        after(done)
        return load()
      })
    })
  }
}
