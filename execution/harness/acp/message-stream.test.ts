import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { messageStream } from './message-stream.ts'

const opened = (bounds = { messageBytes: 100, messages: 5, otherLines: 2 }) => {
  const input = new PassThrough()
  const output = new PassThrough()
  let tell: (sentence: string) => void
  const failure = new Promise<string>((resolve) => (tell = resolve))
  const stream = messageStream(input, output, ({ message }) => tell(message), bounds)
  return { input, output, failure, stream, reader: stream.readable.getReader() }
}
const message = { jsonrpc: '2.0', method: 'a' } as const
const line = `${JSON.stringify(message)}\n`

test('messages come and go one to a line, and a few other lines are passed over', async () => {
  const { input, output, stream, reader } = opened()
  output.write(`starting…\n${line.slice(0, 9)}`)
  output.write(`${line.slice(9)}[1]\n`)
  expect(await reader.read()).toEqual({ done: false, value: message })
  await stream.writable.getWriter().write(message)
  expect(String(input.read())).toBe(line)
})

test.each([
  ['a line that is longer than a message may be, before it ends', 'x'.repeat(200), /more than .* MiB/],
  ['more messages than an agent may send', line.repeat(6), /or more than 5 messages/],
  ['more lines that are none', 'no\n{}\nnull\n', /printed 3 lines that are no messages/],
])('%s ends it', async (_, bytes, sentence) => {
  const { output, failure } = opened()
  output.write(bytes)
  expect(await failure).toMatch(sentence)
})
