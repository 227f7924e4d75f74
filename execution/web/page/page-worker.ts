import { parentPort } from 'node:worker_threads'
import { pageTextOf } from './page-text.ts'

export interface PageRequest {
  readonly html: string
  readonly url: string
}

if (!parentPort) throw new Error('page-worker.ts is started by read-page.ts')
const port = parentPort

port.on('message', ({ html, url }: PageRequest) => port.postMessage(pageTextOf(html, url)))
