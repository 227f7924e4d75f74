import { parentPort, workerData } from 'node:worker_threads'
import { findWeakening } from '../../../packages/verdict/in-thread.ts'
import type { WeakeningTask } from './find-weakening-in-thread.ts'

if (!parentPort) throw new Error('weakening-worker.ts is started by find-weakening-in-thread.ts')
const { judged, parsing } = workerData as WeakeningTask
parentPort.postMessage(findWeakening(judged, (index) => Atomics.store(parsing, 0, index)))
