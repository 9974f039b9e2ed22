import type { ImportJob, ImportResult } from '../../contract/kinds/foreignReading.ts'
import { startProcess } from '../system/expendableProcess.ts'
import { oneAtATime } from '../system/oneAtATime.ts'
import { programText } from '../system/workerProgram.ts'

const program = programText(new URL('../../moving/moving.ts', import.meta.url))
const maxWaiting = 8

/** What others have made can cost any time and memory. docs/running.md counts it. */
export const readerMemory = { heap: 128, resident: 234 }

/** One for all calls: pages and files of others are read one at a time, so that their memory is needed once. */
export type ForeignReader = ReturnType<typeof createForeignReader>
export const createForeignReader = (memory = readerMemory) =>
  oneAtATime<ImportJob, ImportResult>({ name: 'import process', maxWaiting }, () => startProcess(program, memory))
