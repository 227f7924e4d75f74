import { parentPort } from 'node:worker_threads'
import type { ScanBatch } from './scan.ts'
import { findSecrets } from './secret-rules.ts'

if (!parentPort) throw new Error('scan-worker.ts is started by scan.ts')
const port = parentPort

port.on('message', (batch: ScanBatch) => {
  Promise.all(batch.map(({ name, content }) => findSecrets(name, content))).then(
    (found) => port.postMessage({ found }),
    (error: unknown) => port.postMessage({ failure: String(error) }),
  )
})
