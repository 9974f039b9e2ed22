import { parentPort, workerData } from 'node:worker_threads'
import { commitBatch, type Op } from './commit.ts'

/** The thread that waits for the disk, so that the server never does: a batch comes in, its outcomes go out. */
const { root } = workerData as { root: string }
parentPort?.on('message', async (ops: Op[]) => parentPort?.postMessage(await commitBatch(root, ops)))
