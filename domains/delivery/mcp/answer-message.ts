import { openServer } from './open-server.ts'
import { loadSdk } from './sdk.ts'
import type { ToolContext } from './tool.ts'

interface Message {
  readonly body: unknown
  readonly header: (name: string) => string | undefined
  readonly signal: AbortSignal
}

/** What the library reads of a message beside its body. */
const headerNames = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']

/**
 * Answers one message, or a batch of an older client, as JSON and without a session. Revision 2026-07-28 comes with
 * everything in each request; clients of older revisions are answered by the transport of theirs.
 */
export const answerMessage = async ({ body, header, signal }: Message, context: ToolContext): Promise<Response> => {
  const sdk = await loadSdk()
  const headers = headerNames.flatMap((name): [string, string][] => {
    const value = header(name)
    return value === undefined ? [] : [[name, value]]
  })
  const request = new Request('http://atelier.internal/mcp', { method: 'POST', headers, signal })
  if (!(await sdk.isLegacyRequest(request, body))) {
    // Streams of changes would be kept open, and nothing here announces changes.
    const handler = sdk.createMcpHandler(() => openServer(sdk, context), { legacy: 'reject', maxSubscriptions: 0 })
    return handler.fetch(request, { parsedBody: body })
  }
  const transport = new sdk.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const server = openServer(sdk, context)
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody: body })
  } finally {
    await server.close()
  }
}
