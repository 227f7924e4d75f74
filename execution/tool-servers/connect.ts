import type { jsonSchemaValidator, Tool, Transport, CallToolResult, ContentBlock } from '@modelcontextprotocol/client'
import type { Fetcher } from '../../platform/fetch/index.ts'
import type { Sandbox } from '../sandbox/index.ts'
import { fitAnswers, type LeftOutTool } from './fitting-answers.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { loadSdk, type Sdk } from './sdk.ts'
import { type StdioCommand, stdioTransport } from './stdio-transport.ts'
import { type ServerTool, type ToolServer, ToolServerError } from './tool-server.ts'

const farewellMs = 2_000
// Old servers need not answer the question about their versions, whose answer is awaited no longer than this.
const probeMs = 5_000

interface ConnectLimits {
  /** For the connection and the list of tools together. */
  readonly withinMs: number
  /** Ends the connection, also later on. */
  readonly signal: AbortSignal
}

interface RemoteServer {
  readonly transport: 'http' | 'sse'
  readonly url: string
  /** Sent with each request and never shown. */
  readonly headers: Readonly<Record<string, string>>
}

/** Connects to a program in a sandbox. Rejects with a ToolServerError, or with the reason of an aborted `signal`. */
export const connectProgram = async (sandbox: Sandbox, command: StdioCommand, patience: ConnectLimits) => {
  const sdk = await loadSdk()
  const transport = stdioTransport(sdk, sandbox, command)
  return connect(sdk, transport, patience, () => transport.ending())
}

/** Connects to an address through the guarded fetcher. Rejects as `connectProgram` does. */
export const connectRemote = async (
  fetcher: Fetcher,
  { transport, url: address, headers }: RemoteServer,
  patience: ConnectLimits,
): Promise<ToolServer> => {
  const sdk = await loadSdk()
  const url = new URL(address)
  const ending = new AbortController()
  const fetch = guardedFetch({ fetcher, url, headers, signal: AbortSignal.any([patience.signal, ending.signal]) })
  const Kind = transport === 'http' ? sdk.StreamableHTTPClientTransport : oldForm(sdk)
  const open = async () => {
    const connection = new Kind(url, { fetch })
    return { connection, server: await connect(sdk, connection, patience, () => undefined) }
  }
  let current = open()
  const first = await current.catch((error: unknown) => {
    ending.abort()
    throw error
  })
  const { tools, leftOut } = first.server
  return {
    tools,
    leftOut,
    call: async (...request) => {
      const session = current
      const { connection, server } = await session
      try {
        return await server.call(...request)
      } catch (error) {
        if (!isSessionLost(sdk, connection, error)) throw error
        // Calls that find the same session lost share the next one.
        if (current === session) current = server.close().then(open)
        return await (await current).server.call(...request)
      }
    },
    close: async () => {
      const { server } = await current.catch(() => first)
      await server.close()
      ending.abort()
    },
  }
}

/**
 * Whether a server refused a request because it knows its session no more: then the tool was not asked, and the client
 * has to begin a new session. Source: Model Context Protocol, revision 2025-11-25, Transports, Session Management.
 */
const isSessionLost = (sdk: Sdk, connection: Transport, error: unknown): boolean =>
  connection.sessionId !== undefined &&
  error instanceof ToolServerError &&
  error.cause instanceof sdk.SdkHttpError &&
  error.cause.status === 404

/** Servers of that form are still about, which is why people can import one. */
// eslint-disable-next-line @typescript-eslint/no-deprecated
const oldForm = (sdk: Sdk) => sdk.SSEClientTransport

type EndReason = () => string | undefined

const connect = async (
  sdk: Sdk,
  transport: Transport,
  { withinMs, signal }: ConnectLimits,
  whyEnded: EndReason,
): Promise<ToolServer> => {
  const versionNegotiation = { mode: 'auto', probe: { timeoutMs: probeMs } } as const
  const client = new sdk.Client(
    { name: 'atelier', version: '1' },
    {
      capabilities: {},
      jsonSchemaValidator: takesEverything,
      ...(!(transport instanceof oldForm(sdk)) && { versionNegotiation }),
    },
  )
  const close = () => farewell(sdk, client, transport)
  const until = AbortSignal.any([signal, AbortSignal.timeout(withinMs)])
  const leftOut: LeftOutTool[] = []
  try {
    await client.connect(transport, { timeout: withinMs, signal: until })
    fitAnswers(sdk, transport, (tool) => leftOut.push(tool))
    const listed = client.getServerCapabilities()?.tools
      ? (await client.listTools(undefined, { timeout: withinMs, signal: until })).tools
      : []
    return {
      tools: listed.map(toolOf),
      leftOut,
      close,
      call: async (tool, input, { withinMs: callMs, signal: gone }) => {
        const both = AbortSignal.any([signal, gone])
        const waiting = { timeout: callMs, maxTotalTimeout: callMs, signal: both }
        const result = await client
          .callTool({ name: tool, arguments: { ...input } }, waiting)
          .catch((error: unknown) => fail(error, both, whyEnded))
        return { ok: result.isError !== true, text: resultText(result) }
      },
    }
  } catch (error) {
    await close()
    return fail(error, signal, whyEnded)
  }
}

/** Results are texts for a model: a server's promises of their form do not bind it, and its schemas are not compiled. */
const takesEverything: jsonSchemaValidator = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
}

const toolOf = ({ name, description = '', inputSchema: schema }: Tool): ServerTool => ({ name, description, schema })

/** A server may take its time to end its session, which no caller waits for. */
const farewell = async (sdk: Sdk, client: InstanceType<Sdk['Client']>, transport: Transport): Promise<void> => {
  if (transport instanceof sdk.StreamableHTTPClientTransport) {
    const over = transport.terminateSession().catch(() => undefined)
    await Promise.race([over, new Promise((resolve) => setTimeout(resolve, farewellMs).unref())])
  }
  await client.close().catch(() => undefined)
  // The library does not close a transport that never connected.
  await transport.close().catch(() => undefined)
}

const fail = (error: unknown, signal: AbortSignal, whyEnded: EndReason): never => {
  signal.throwIfAborted()
  const { message } = error as Error
  throw new ToolServerError(whyEnded() ?? sentence(message), { cause: error })
}

const sentence = (message: string) => (/[.!?]$/.test(message.trim()) ? message.trim() : `${message.trim()}.`)

/** A tool's answer as one text: content without a text form is named in its place. */
const resultText = ({ content = [], structuredContent }: Partial<CallToolResult>): string => {
  const parts = content.map(textOf)
  if (parts.length === 0 && structuredContent !== undefined) parts.push(JSON.stringify(structuredContent))
  return parts.join('\n\n')
}

const textOf = (block: ContentBlock): string => {
  switch (block.type) {
    case 'text':
      return block.text
    case 'image':
    case 'audio':
      return leftOut(block.type, block.mimeType, block.data)
    case 'resource_link':
      return `[${block.name}: ${block.uri}]`
    case 'resource': {
      const { resource } = block
      return 'text' in resource ? resource.text : leftOut(resource.uri, resource.mimeType, resource.blob)
    }
  }
}

const leftOut = (what: string, mediaType = 'application/octet-stream', base64: string) =>
  `[${what}, ${mediaType}, ${Math.floor((base64.length * 3) / 4)} bytes, not shown]`
