import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { html, renderPage } from '../../../platform/pages/page.ts'

/** The page in place of a preview. `refreshSeconds` is the time after which a browser asks again automatically. */
export interface PreviewPage {
  readonly status: 400 | 403 | 404 | 405 | 410 | 413 | 429 | 502 | 503 | 504
  readonly title: string
  readonly sentence: string
  readonly refreshSeconds?: number | undefined
}

export const noSuchPreview: PreviewPage = {
  status: 404,
  title: 'No preview here',
  sentence: 'There is no preview at this address. Look at the link, or open the preview from its project.',
}

/** A page for people, and only the sentence for programs. Where an answer has begun already, its connection is cut. */
export const sendPage = (request: IncomingMessage, response: ServerResponse, page: PreviewPage): void => {
  if (response.headersSent) return void response.destroy()
  const { status, title, sentence, refreshSeconds } = page
  response.setHeader('cache-control', 'no-store')
  response.setHeader('x-content-type-options', 'nosniff')
  if (!request.complete) {
    // A connection that closes with unread bytes can take the answer along.
    response.setHeader('connection', 'close')
    request.resume()
  }
  if (status === 405) response.setHeader('allow', 'GET, HEAD')
  if (refreshSeconds !== undefined) response.setHeader('retry-after', String(refreshSeconds))
  if (!request.headers.accept?.includes('text/html')) {
    response.setHeader('content-type', 'text/plain; charset=utf-8')
    response.writeHead(status).end(`${sentence}\n`)
    return
  }
  const { document, policy } = renderPage({ title, heading: title, text: html`${sentence}`, links: [] })
  if (refreshSeconds !== undefined) response.setHeader('refresh', String(refreshSeconds))
  response.setHeader('content-security-policy', policy)
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.writeHead(status).end(document)
}

/** Refuses a connection that asked for a WebSocket. */
export const refuseUpgrade = (socket: Duplex, { status, sentence }: PreviewPage): void => {
  if (socket.destroyed) return
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: text/plain; charset=utf-8',
    `content-length: ${Buffer.byteLength(sentence) + 1}`,
    'cache-control: no-store',
    'connection: close',
    '',
    `${sentence}\n`,
  ]
  socket.end(lines.join('\r\n'))
}
