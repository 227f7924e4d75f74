import { parentPort } from 'node:worker_threads'
import type { LargeText } from './large-text.ts'
import { withoutKey } from './without-key.ts'

parentPort!.on('message', ({ apiKey, text }: LargeText) => parentPort!.postMessage(withoutKey(apiKey, text)))
