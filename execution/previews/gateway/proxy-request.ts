import { request as send, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { sendPage, type PreviewPage } from './preview-page.ts'
import type { Program } from '../programs/program.ts'
import { answerHeaders, pairsOf, requestHeaders, type ProxyRules } from './proxy-headers.ts'
import type { ProxyLimits } from './proxy-limits.ts'
import { proxyPages } from './proxy-pages.ts'
import { appendToolbar, headersWithToolbar } from './toolbar-insert.ts'
import type { ToolbarOrigins } from './toolbar-policy.ts'

/** Passes a request to a program and back, as it comes: a slow visitor slows the program. Never rejects. */
export const proxyRequest = async (
  program: Program,
  rules: ProxyRules & { readonly limits: ProxyLimits; readonly toolbar?: ToolbarOrigins | undefined },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const { limits } = rules
  if (Number(request.headers['content-length'] ?? 0) > limits.bodyBytes) {
    sendPage(request, response, proxyPages.bodyTooLarge)
    return
  }
  const socket = await program.connect(AbortSignal.timeout(limits.connectMs)).catch(() => undefined)
  if (!socket) {
    sendPage(request, response, program.isFar ? proxyPages.moving : proxyPages.notListening)
    return
  }
  // The visitor may have left while the program started.
  if (response.destroyed) return void socket.destroy()
  let outgoing: ClientRequest
  try {
    outgoing = send({
      createConnection: () => socket,
      method: request.method,
      path: request.url,
      headers: { ...requestHeaders(request, rules), connection: 'close' },
      setHost: false,
    })
  } catch {
    socket.destroy()
    sendPage(request, response, proxyPages.malformed)
    return
  }
  let page: PreviewPage = proxyPages.endedEarly
  const stop = (reason: PreviewPage) => {
    page = reason
    outgoing.destroy()
  }
  const life = setTimeout(stop, limits.lifeMs, proxyPages.tooSlow)
  outgoing.setTimeout(limits.idleMs, () => stop(proxyPages.tooSlow))
  const leave = () => outgoing.destroy()
  response.once('close', leave)
  try {
    sendBody(request, outgoing, limits.bodyBytes, () => stop(proxyPages.bodyTooLarge))
    const answer = await answerOf(outgoing)
    const status = answer.statusCode ?? 502
    const headers = pairsOf(answerHeaders(answer.rawHeaders, { ...rules, port: program.port }))
    const withToolbar = rules.toolbar && headersWithToolbar(status, headers, rules.toolbar)
    response.writeHead(status, answer.statusMessage, (withToolbar ?? headers).flat())
    await (withToolbar ? pipeline(answer, appendToolbar(), response) : pipeline(answer, response))
    // A body that the program did not want is not read either.
    if (!request.complete) request.destroy()
  } catch {
    sendPage(request, response, page)
  } finally {
    clearTimeout(life)
    response.off('close', leave)
    outgoing.destroy()
  }
}

/** The answer of a program to a request. Rejects if the program closes the connection before. */
export const answerOf = (outgoing: ClientRequest) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve)
    outgoing.on('error', reject)
    outgoing.once('close', () => reject(new Error('The program closed the connection')))
  })

/** Sends a body as the program takes it; a program may answer without the whole body. */
const sendBody = (request: IncomingMessage, outgoing: ClientRequest, bodyBytes: number, onTooLarge: () => void) => {
  let seen = 0
  request.on('data', (chunk: Buffer) => {
    seen += chunk.length
    if (seen > bodyBytes) onTooLarge()
    else if (!outgoing.write(chunk)) request.pause()
  })
  request.on('end', () => outgoing.end())
  request.on('error', () => outgoing.destroy())
  outgoing.on('drain', () => request.resume())
  outgoing.on('close', () => request.pause())
}
