import { parentPort, workerData } from 'node:worker_threads'
import { findWeakening, type WeakeningInput } from '../../../execution/test-changes/index.ts'

if (!parentPort) throw new Error('weakening-worker.ts is started by find-weakening-apart.ts')
parentPort.postMessage(findWeakening(workerData as WeakeningInput))
