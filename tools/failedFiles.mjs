/**
 * A reporter for node:test: the files with failed tests, one per line. Only the event of the file itself names it: the event of a test names
 * the file that calls `test`, which may be a helper.
 */
export default async function* failedFiles(events) {
  for await (const { type, data } of events) if (type === 'test:complete' && data.name === data.file && !data.details.passed) yield `${data.file}\n`
}
