import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { eventsOf, type AnswerTurn } from '../../model-provider/script.ts'
import { afterTest } from '../../after-test.ts'

interface ProviderRequest {
  readonly model: string
  readonly messages: readonly { readonly role: string }[]
  readonly tools?: readonly { readonly function: { readonly name: string } }[]
}

/** A provider for an agent that also asks for titles: it answers by the content of a request, and not by its order. */
export const opencodeProvider = async (work: AnswerTurn, end: AnswerTurn) => {
  const seen: ProviderRequest[] = []
  const answerTo = ({ tools = [], messages }: ProviderRequest): AnswerTurn => {
    if (tools.length === 0) return { text: 'A title' }
    return messages.some(({ role }) => role === 'tool') ? end : work
  }
  const server = createServer((request, response) => {
    const serve = async () => {
      const asked = (await json(request)) as ProviderRequest
      seen.push(asked)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const event of [...eventsOf(answerTo(asked), asked.model), '[DONE]']) response.write(`data: ${event}\n\n`)
      response.end()
    }
    serve().catch((error: Error) => response.destroy(error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterTest(() => {
    server.closeAllConnections()
    server.close()
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, seen }
}
