import { handle } from '../../../platform/handler/index.ts'
import type { OwnApi } from '../../../platform/handler/own-api.ts'
import type { EveryDomain } from '../../every-domain.ts'
import { callerApi, sentHeaders, type Message } from './caller-api.ts'
import { batchMost, exchangeMcpMessages } from './protocol.ts'
import type { McpServer } from '@modelcontextprotocol/server'
import { openServer, loadSdk, type Sdk } from './open-server.ts'
import type { ToolContext } from './tool.ts'

export interface McpParts {
  readonly ownApi: OwnApi
  readonly everyDomain: Pick<EveryDomain, 'operations'>
  readonly linkTo: (path: string) => string
}

export default ({ ownApi, everyDomain, linkTo }: McpParts) =>
  handle(exchangeMcpMessages, async ({ body, query, caller, header, signal, fail, ok }) => {
    // A browser adds its cookie to the requests of any page; a key is sent on purpose.
    if (!caller.bound) return fail.keyNeeded()
    if (query.access_token !== undefined) return fail.tokenInAddress()
    const origin = header('origin')
    if (origin !== undefined && origin !== new URL(linkTo('/')).origin) return fail.foreignOrigin()
    if (Array.isArray(body) && body.length > batchMost) return fail.batchTooLarge()
    const api = callerApi(ownApi, { header, signal })
    return ok(async (response) => {
      const { operations } = everyDomain
      const answer = await answerMessage({ body, header, signal }, { api, operations, linkTo, signal })
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      response.end(await answer.text())
    })
  })

interface McpMessage extends Message {
  readonly body: unknown
}

/** The headers of a message that the library reads beside its body. */
const headerNames = ['content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']

/**
 * Answers one message, or a batch of an older client, as JSON and without a session. Revision 2026-07-28 comes with
 * everything in each request; clients of older revisions are answered by the transport of theirs. Rejects with the
 * unexpected failure of a tool, so that it is logged and answered as in any operation.
 */
const answerMessage = async (message: McpMessage, context: ToolContext): Promise<Response> => {
  const sdk = await loadSdk()
  const faults: unknown[] = []
  const answer = await answerBy(sdk, message, () => openServer(sdk, context, (error) => faults.push(error)))
  if (faults.length > 0) throw faults[0]
  return answer
}

const answerBy = async (sdk: Sdk, { body, header, signal }: McpMessage, open: () => McpServer): Promise<Response> => {
  // The library refuses clients that do not accept event streams, which no answer here is.
  const accept: [string, string] = ['accept', 'application/json, text/event-stream']
  const headers = [...sentHeaders(header, headerNames), accept]
  const request = new Request('http://atelier.internal/mcp', { method: 'POST', headers, signal })
  if (!(await sdk.isLegacyRequest(request, body))) {
    // Streams of changes would be kept open, and nothing here announces changes.
    const handler = sdk.createMcpHandler(open, { legacy: 'reject', maxSubscriptions: 0 })
    return handler.fetch(request, { parsedBody: body })
  }
  const transport = new sdk.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const server = open()
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody: body })
  } finally {
    await server.close()
  }
}
