import { stat } from 'node:fs/promises'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { send } from '@fastify/send'
import { findFile } from './find-file.ts'
import { sendPage, type PreviewPage } from './preview-page.ts'
import { appendToolbar, headersWithToolbar } from './toolbar-insert.ts'
import type { ToolbarOrigins } from './toolbar-policy.ts'

/** Answers with a file of a site. `root` is a real path whose files nothing changes. */
export const serveFiles = async (
  root: string,
  options: { readonly isSinglePage: boolean; readonly toolbar?: ToolbarOrigins | undefined },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    sendPage(request, response, readOnly)
    return
  }
  const [path = '/', ...query] = (request.url ?? '/').split('?')
  const found = await findFile(root, path, options)
  if (!found) {
    sendPage(request, response, noSuchFile)
    return
  }
  if (found.kind === 'folder') {
    const location = [found.path, ...query].join('?')
    response.writeHead(302, { location, 'cache-control': 'no-store', 'content-length': 0 }).end()
    return
  }
  const isMissing = found.status === 404
  const urlPath = relative(root, found.path).split(sep).map(encodeURIComponent).join('/')
  const fileRequest = isMissing ? withHeaders(request, {}) : await withinFile(request, found.path)
  const { statusCode, headers, stream } = await send(fileRequest, urlPath, {
    root,
    // `findFile` has decided this already.
    dotfiles: 'allow',
    index: false,
    cacheControl: false,
  })
  const own = Object.entries(headers).map(([name, value]) => [name, value] as const)
  const withToolbar = options.toolbar && headersWithToolbar(statusCode, own, options.toolbar)
  for (const [name, value] of withToolbar ?? own) response.setHeader(name, value)
  // The next version has the same addresses: browsers ask each time, by the ETag.
  response.setHeader('cache-control', 'no-cache')
  response.setHeader('x-content-type-options', 'nosniff')
  response.writeHead(isMissing && statusCode === 200 ? 404 : statusCode)
  // A visitor who leaves in the middle is no failure.
  await (withToolbar ? pipeline(stream, appendToolbar(), response) : pipeline(stream, response)).catch(() => {})
}

/** Without headers a file is sent whole, even if the request asks for a part or a version of it. */
const withHeaders = (request: IncomingMessage, headers: IncomingHttpHeaders) =>
  Object.create(request, { headers: { value: headers } }) as IncomingMessage

/** The library refuses the last 500 bytes of a shorter file, which are all of it (RFC 9110, section 14.1.2). */
const withinFile = async (request: IncomingMessage, path: string) => {
  const [, suffixBytes] = /^bytes=-(\d{1,15})$/.exec(request.headers.range ?? '') ?? []
  if (suffixBytes === undefined) return request
  const { size } = await stat(path)
  return Number(suffixBytes) > size ? withHeaders(request, { ...request.headers, range: 'bytes=0-' }) : request
}

const readOnly: PreviewPage = {
  status: 405,
  title: 'Not possible here',
  sentence: 'This preview consists of files, which can only be read.',
}

const noSuchFile: PreviewPage = {
  status: 404,
  title: 'Page not found',
  sentence: 'This preview has no page at this address.',
}
