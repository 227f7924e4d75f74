import { parentPort } from 'node:worker_threads'
import { pageOf } from './page.ts'
import type { ReadTask } from './reader.ts'
import { stylesOf } from './styles.ts'

if (!parentPort) throw new Error('reader-worker.ts is started by reader.ts')
const port = parentPort

port.on('message', (reading: ReadTask) => {
  port.postMessage('html' in reading ? pageOf(reading.html) : stylesOf(reading.sheets))
})
