import { parentPort, workerData } from 'node:worker_threads'
import { judgeCoverage, type LeftCoverage } from './judge-coverage.ts'

if (!parentPort) throw new Error('coverage-worker.ts is started by judge-apart.ts')
parentPort.postMessage(judgeCoverage(workerData as LeftCoverage))
