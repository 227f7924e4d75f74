// A model endpoint on loopback that answers every chat completion, whole or in twenty pieces, after the milliseconds that
// its argument tells.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

const waitMs = Number(process.argv[2] ?? 0)

const head = { id: 'x', object: 'chat.completion.chunk', created: 0, model: 'large' }
const event = (value: object) => `data: ${JSON.stringify({ ...head, ...value })}\n\n`
const chunk = (content: string, finish_reason: string | null) =>
  event({ choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason }] })
const usage = event({ choices: [], usage: { prompt_tokens: 2_000, completion_tokens: 20, total_tokens: 2_020 } })
const first = chunk('word ', null)
const rest = [
  ...Array.from({ length: 19 }, () => chunk('word ', null)),
  chunk('', 'stop'),
  usage,
  'data: [DONE]\n\n',
].join('')

const whole = JSON.stringify({
  ...{ ...head, object: 'chat.completion' },
  choices: [{ index: 0, message: { role: 'assistant', content: 'word '.repeat(20) }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 2_000, completion_tokens: 20, total_tokens: 2_020 },
})

const server = createServer((request, response) => {
  const answer = async () => {
    const { stream } = JSON.parse(await text(request)) as { stream?: boolean }
    if (waitMs > 0) await pause(waitMs)
    if (!stream) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(whole)
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(first)
    setImmediate(() => response.end(rest))
  }
  answer().catch((error: unknown) => response.destroy(error as Error))
})
server.listen(0, '127.0.0.1', () => {
  console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.once('SIGTERM', () => {
  server.closeAllConnections()
  server.close()
})
