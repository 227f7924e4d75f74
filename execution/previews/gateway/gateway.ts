import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { GatewayInput, PreviewGateway, PreviewTarget } from './gateway-api.ts'
import { hostOf, isFromForeignPage, isWithin, labelOf } from './preview-host.ts'
import { noSuchPreview, refuseUpgrade, sendPage, type PreviewPage } from './preview-page.ts'
import { cookiesIn } from './proxy-headers.ts'
import { proxyPages } from './proxy-pages.ts'
import { askForWholePage, asksForPage, toolbarPath, toolbarScriptPath } from './toolbar-insert.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Answers requests for previews by the result of `resolve`; see `PreviewGateway`. */
export const openGateway = (input: GatewayInput): PreviewGateway => {
  const sockets = new Set<Duplex>()
  return {
    owns: ({ headers }) => {
      const host = hostOf(headers)
      return host !== undefined && isPreviewHost(input, host)
    },
    request: (request, response) => {
      // A visitor may leave before the answer ends.
      response.on('error', () => {})
      answer(input, request, response).catch(() => sendPage(request, response, unresolved))
    },
    upgrade: (request, socket, head) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      socket.on('error', () => socket.destroy())
      connect(input, request, socket, head).catch(() => refuseUpgrade(socket, unresolved))
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

const isPreviewHost = ({ domain, isOwnDomain }: GatewayInput, host: string) =>
  isWithin(host, domain) || isOwnDomain?.(host) === true

const answer = async (input: GatewayInput, request: IncomingMessage, response: ServerResponse) => {
  if (input.consoleOrigin && asksForScript(input, request)) {
    sendToolbarScript(request, response, input.consoleOrigin())
    return
  }
  const target = await targetOf(input, request)
  if (target.kind === 'version') {
    // A preview that is not public yet is not for search engines.
    if (!isOwnDomain(input, request)) response.setHeader('x-robots-tag', 'noindex')
    return serve(input, target, request, response)
  }
  if (target.kind === 'page') {
    sendPage(request, response, target)
    return
  }
  const { location, access } = target
  response.setHeader('cache-control', 'no-store')
  response.setHeader('referrer-policy', 'no-referrer')
  if (access) {
    response.setHeader('set-cookie', accessCookie(input, access))
    // Stored parts of an earlier version in this browser, such as a service worker, would answer for this version.
    response.setHeader('clear-site-data', '"cache", "storage"')
  }
  response.writeHead(303, { location, 'content-length': 0 }).end()
}

const asksForScript = ({ domain }: GatewayInput, { method, url, headers }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') &&
  url?.split('?', 1)[0] === toolbarScriptPath &&
  labelOf(hostOf(headers) ?? '', domain) !== undefined

const serve = (
  { previews, isSecure, consoleOrigin }: GatewayInput,
  { site, version, hasToolbar }: Extract<PreviewTarget, { kind: 'version' }>,
  request: IncomingMessage,
  response: ServerResponse,
) => {
  if (!hasToolbar || !consoleOrigin || !asksForPage(request.method, request.headers))
    return previews.serve(site, version, request, response)
  const origins = {
    preview: `${isSecure ? 'https' : 'http'}://${request.headers.host?.toLowerCase()}`,
    console: consoleOrigin(),
  }
  return previews.serve(site, version, askForWholePage(request), response, origins)
}

const connect = async (input: GatewayInput, request: IncomingMessage, socket: Duplex, head: Buffer) => {
  if (request.headers.upgrade?.toLowerCase() !== 'websocket') {
    refuseUpgrade(socket, proxyPages.malformed)
    return
  }
  const target = await targetOf(input, request)
  if (target.kind === 'version') return input.previews.connect(target.site, target.version, request, socket, head)
  refuseUpgrade(socket, target.kind === 'page' ? target : notAllowed)
}

/** The target of a request; a page of this gateway if no preview should see the request. */
const targetOf = async (
  input: GatewayInput,
  request: IncomingMessage,
): Promise<Exclude<PreviewTarget, { kind: 'page' }> | ({ readonly kind: 'page' } & PreviewPage)> => {
  const { method = 'GET', url = '', headers } = request
  const host = hostOf(headers) ?? ''
  const label = labelOf(host, input.domain)
  if (!url.startsWith('/') || method === 'TRACE') return { kind: 'page', ...proxyPages.malformed }
  if (label === undefined && isWithin(host, input.domain)) return { kind: 'page', ...noSuchPreview }
  if (label !== undefined && isFromForeignPage(method, headers)) return { kind: 'page', ...foreignPage }
  if (label !== undefined && headers['service-worker'] !== undefined) return { kind: 'page', ...noServiceWorker }
  if (isToolbar(url) && !opensFrame(headers)) return { kind: 'page', ...notAllowed }
  const access = cookiesIn(headers.cookie, input.accessCookie)
  const target = await input.resolve({ host, label, method, url, access, ip: input.ipOf(request) })
  return target ?? { kind: 'page', ...noSuchPreview }
}

const isToolbar = (url: string) => url.split('?', 1)[0] === toolbarPath

/** A frame of a page, whose address that page cannot read; browsers without the header are believed. */
const opensFrame = (headers: IncomingHttpHeaders) =>
  headers['sec-fetch-dest'] === undefined || headers['sec-fetch-dest'] === 'iframe'

const isOwnDomain = ({ domain }: GatewayInput, { headers }: IncomingMessage) => !isWithin(hostOf(headers) ?? '', domain)

const accessCookie = (
  { accessCookie: name, isSecure }: GatewayInput,
  { value, maxAgeSeconds }: { readonly value: string; readonly maxAgeSeconds: number },
) =>
  `${name}=${value}; Path=/; Max-Age=${Math.floor(maxAgeSeconds)}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`

const unresolved: PreviewPage = {
  status: 502,
  title: 'Something went wrong',
  sentence: 'Something went wrong on our side. Try again in a minute.',
}

const notAllowed: PreviewPage = {
  status: 403,
  title: 'Not allowed',
  sentence: 'Open this preview from its project first.',
}

const noServiceWorker: PreviewPage = {
  status: 403,
  title: 'No service workers here',
  sentence: 'A service worker would answer for later versions of this preview. It works at the domain of production.',
}

const foreignPage: PreviewPage = {
  status: 403,
  title: 'Not from another site',
  sentence: 'A page of another site asked for this. Open the preview in a window of its own.',
}

const source = readFileSync(join(import.meta.dirname, 'toolbar-page.js'), 'utf8')

/** Sends the script that shows the toolbar in a page of a preview. It is the same for everybody and holds no secret. */
const sendToolbarScript = ({ method }: IncomingMessage, response: ServerResponse, consoleOrigin: string): void => {
  const script = source
    .replace('__CONSOLE_ORIGIN__', consoleOrigin)
    .replace('__TOOLBAR_PATH__', toolbarPath)
    .replace('__SCRIPT_PATH__', toolbarScriptPath)
  response.writeHead(200, {
    'content-type': 'text/javascript; charset=utf-8',
    'content-length': Buffer.byteLength(script),
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  response.end(method === 'HEAD' ? undefined : script)
}
