import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'
import { allowsToolbar, type ToolbarOrigins } from './toolbar-policy.ts'

/** Paths of a preview's host that no program behind it is asked for. */
export const toolbarPath = '/.atelier/toolbar'
export const toolbarScriptPath = '/.atelier/toolbar.js'

/** The tag at the end of an answer with the toolbar. */
export const toolbarTag = Buffer.from(`\n<script type="module" async src="${toolbarScriptPath}"></script>\n`)

/** Whether a request asks for a window's page. Browsers without the header are known by the types they accept. */
export const asksForPage = (method: string | undefined, headers: IncomingHttpHeaders): boolean => {
  if (method !== 'GET' || headers.range !== undefined || headers['x-requested-with'] !== undefined) return false
  const destination = headers['sec-fetch-dest']
  return destination === undefined ? headers.accept?.includes('text/html') === true : destination === 'document'
}

const conditions = new Set(['if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since', 'if-range'])

/** Asks for a whole answer, not compressed and not from the browser's cache, so that it can get the toolbar. */
export const askForWholePage = (request: IncomingMessage): IncomingMessage => {
  const others = Object.entries(request.headers).filter(([name]) => !conditions.has(name))
  request.headers = { ...Object.fromEntries(others), 'accept-encoding': 'identity' }
  return request
}

type HeaderPairs = readonly (readonly [name: string, value: string])[]

/** Headers that describe the bytes of a body, which changes with the toolbar. */
const bodyHeaders = new Set(
  'accept-ranges content-digest content-length content-md5 digest etag last-modified repr-digest'.split(' '),
)

/** The headers of an answer with the toolbar; undefined if it is no page, or none that the toolbar can be put into. */
export const headersWithToolbar = (status: number, pairs: HeaderPairs, origins: ToolbarOrigins) => {
  const valuesOf = (name: string) => pairs.filter(([own]) => own.toLowerCase() === name).map(([, value]) => value)
  const isPage =
    status >= 200 &&
    ![204, 205, 206, 304].includes(status) &&
    valuesOf('content-type').length === 1 &&
    valuesOf('content-type').every(isHtml) &&
    valuesOf('content-encoding').every((value) => /^(identity)?$/i.test(value.trim())) &&
    valuesOf('content-range').length === 0 &&
    valuesOf('content-disposition').every((value) => !/^\s*attachment/i.test(value))
  if (!isPage || !allowsToolbar(valuesOf('content-security-policy'), origins)) return undefined
  return pairs.filter(([name]) => !bodyHeaders.has(name.toLowerCase()))
}

/** A page in an encoding that spells ASCII as ASCII does. */
const isHtml = (contentType: string): boolean => {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';')
  return (
    type.trim() === 'text/html' &&
    !parameters.some((parameter) => /charset\s{0,99}=\s{0,99}"?\s{0,99}(utf-?16|utf-?32|utf-7)/.test(parameter))
  )
}

/**
 * Passes a page on as it comes, and the tag after it. Browsers run a script behind the end of a page, and nothing
 * within the page is looked at or moved: text that looks like a tag stays unchanged. A page that is cut, empty or
 * begins with the mark of UTF-16 gets no tag.
 */
export const appendToolbar = (): Transform => {
  let start = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (start.length < 2) start = Buffer.concat([start, chunk.subarray(0, 2 - start.length)])
      done(null, chunk)
    },
    flush(done) {
      const isWide = start.length === 2 && ['feff', 'fffe'].includes(start.toString('hex'))
      done(null, start.length > 0 && !isWide ? toolbarTag : null)
    },
  })
}
