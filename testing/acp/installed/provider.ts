import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { messageEvents } from '../../model-provider/messages.ts'
import { responseEvents } from '../../model-provider/responses.ts'
import { eventsOf, type AnswerTurn } from '../../model-provider/script.ts'
import { afterTest } from '../../after-test.ts'

interface ProviderRequest {
  readonly path: string
  readonly model: string
  readonly messages?: readonly object[]
  readonly input?: readonly object[]
  readonly tools?: readonly object[]
}

/**
 * A provider for an agent that also asks for titles: it answers by the content of a request, and not by its order, in
 * the shape of the request's path. The turns follow one another as the results of their calls come back.
 */
export const agentProvider = async (...turns: readonly [AnswerTurn, ...AnswerTurn[]]) => {
  const seen: ProviderRequest[] = []
  const answerTo = ({ tools = [], messages, input }: ProviderRequest): AnswerTurn => {
    if (tools.length === 0) return { text: 'A title' }
    const said = JSON.stringify(messages ?? input)
    const results = said.match(/"role":"tool"|"type":"tool_result"|"type":"\w+_call_output"/g) ?? []
    return turns[Math.min(results.length, turns.length - 1)]!
  }
  const eventsFor = (asked: ProviderRequest): string => {
    const turn = answerTo(asked)
    const shown = (name: boolean) => (event: string) =>
      `${name ? `event: ${(JSON.parse(event) as { type: string }).type}\n` : ''}data: ${event}\n\n`
    if (asked.path.includes('/messages')) return messageEvents(turn, asked.model).map(shown(true)).join('')
    if (asked.path.includes('/responses')) return responseEvents(turn, asked.model).map(shown(true)).join('')
    return [...eventsOf(turn, asked.model), '[DONE]'].map(shown(false)).join('')
  }
  const server = createServer((request, response) => {
    const serve = async () => {
      const asked = { ...((await json(request)) as Omit<ProviderRequest, 'path'>), path: request.url ?? '' }
      if (asked.path.endsWith('/count_tokens')) return void response.end('{"input_tokens":100}')
      seen.push(asked)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(eventsFor(asked))
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
