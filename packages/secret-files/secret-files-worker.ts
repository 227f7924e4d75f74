import { parentPort } from 'node:worker_threads'
import { UnwritableValue } from './edit.ts'
import { buildSecretFile, exportSecretFile, parseSecretFile, writeSecretFile } from './secret-files.ts'
import type { SecretFileReply, SecretFileRequest } from './secret-files-thread.ts'
import { UnreadableFile } from './text.ts'

const answer = async (asked: SecretFileRequest): Promise<SecretFileReply> => {
  try {
    if (asked.act === 'parse') return { parsed: await parseSecretFile(asked.path, asked.bytes) }
    if (asked.act === 'write') return { written: await writeSecretFile(asked.format, asked.bytes, asked.changes) }
    if (asked.act === 'export') return { written: await exportSecretFile(asked.format, asked.bytes) }
    return { written: await buildSecretFile(asked.format, asked.entries, asked.from) }
  } catch (error) {
    if (error instanceof UnwritableValue) return { unwritable: error.key }
    if (error instanceof UnreadableFile) return { unreadable: error.rule, line: error.line }
    throw error
  }
}

if (!parentPort) throw new Error('secret-files-worker.ts is started by secret-files-thread.ts')
const port = parentPort

port.on('message', (asked: SecretFileRequest) => {
  answer(asked).then(
    (answered) => port.postMessage(answered),
    // The caller gets it as an error of the thread.
    (error: unknown) =>
      setImmediate(() => {
        throw error
      }),
  )
})
