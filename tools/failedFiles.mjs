/** A reporter for node:test: the files of failed tests, a line each. */
export default async function* failedFiles(events) {
  for await (const { type, data } of events) if (type === 'test:fail' && data.file) yield `${data.file}\n`
}
