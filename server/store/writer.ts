import { parentPort, workerData } from 'node:worker_threads'
import { commitBatch, type Op } from './commit.ts'

/** The writer thread: it waits for the disk, so that the main thread does not. Receives a batch, sends its results. */
const { root } = workerData as { root: string }
parentPort?.on('message', async (ops: Op[]) => parentPort?.postMessage(await commitBatch(root, ops)))
