import { parentPort } from 'node:worker_threads'
import type { OutsideRead, ReaderCall } from './outside-reader.ts'
import { estimateBytes } from './estimate-bytes.ts'

if (!parentPort) throw new Error('outside-worker.ts is started by outside-reader.ts')
const port = parentPort

type Readers = Readonly<Record<string, (input: unknown) => unknown>>

const readWith = async (
  read: Readers[string],
  { input, answerMostBytes }: ReaderCall,
): Promise<OutsideRead<unknown>> => {
  try {
    const value = await read(input)
    return estimateBytes(value) > answerMostBytes ? { unread: 'too_large' } : { value }
  } catch (error) {
    return { unread: 'unreadable', because: String(error).slice(0, 300) }
  }
}

const answerTo = async (call: ReaderCall): Promise<OutsideRead<unknown>> => {
  const readers = (await import(call.module)) as Readers
  const read = readers[call.name]
  if (!read) throw new Error(`${call.module} exports no ${call.name}`)
  return readWith(read, call)
}

port.on('message', (call: ReaderCall) => {
  answerTo(call).then(
    (answer) => port.postMessage(answer),
    // The caller gets it as an error of the thread.
    (error: unknown) =>
      setImmediate(() => {
        throw error
      }),
  )
})
