import { parentPort } from 'node:worker_threads'
import { faultOfFiles, type ObjectsRequest } from './loose-object.ts'

if (!parentPort) throw new Error('take-objects-worker.ts is started by take-objects.ts')
const port = parentPort

port.on('message', (asked: ObjectsRequest) => {
  port.postMessage(faultOfFiles(asked))
})
