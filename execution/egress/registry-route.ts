import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
// A fetch costs several times as much for each small file.
import { request as ask, type Dispatcher } from 'undici'
import type { Route } from './egress.ts'

const answerMs = 60_000
const rewrittenMostBytes = 128 * 2 ** 20
const answerHeaders = ['content-type', 'content-length', 'etag', 'last-modified', 'cache-control', 'location']
const requestHeaders = ['accept', 'if-none-match', 'if-modified-since', 'user-agent', 'range']

/**
 * A package registry as an internal host: requests to read (GET, HEAD) go to `upstream`, with the user and password of
 * its address, which the sandbox never sees. Addresses of the upstream in JSON and HTML, and in redirects, become
 * addresses below `seenAs`; a redirect to another host is passed on, for the broker to decide. Nothing outside of the
 * upstream's path is asked for. Everything else gets 403, an upstream that does not answer 502.
 */
export const registryRoute = (upstream: string, seenAs: string): Route => {
  const base = new URL(upstream.endsWith('/') ? upstream : `${upstream}/`)
  const authorization = authorizationOf(base)
  base.username = base.password = ''
  return (request, response) => {
    const url = urlWithin(base, request.url ?? '/')
    if (!url || !['GET', 'HEAD'].includes(request.method ?? '')) {
      end(response, 403, 'A registry can be read here, and nothing else.')
      return
    }
    forward(request, response, { url, base, seenAs, authorization }).catch(() => {
      if (response.headersSent) response.destroy()
      else end(response, 502, 'The registry did not answer. Try again later.')
    })
  }
}

const authorizationOf = ({ username, password }: URL) => {
  if (username === '' && password === '') return undefined
  const user = decodeURIComponent(username)
  const secret = decodeURIComponent(password)
  // A name without a password is a token, as npm and Artifactory take them.
  return secret === '' ? `Bearer ${user}` : `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`
}

const urlWithin = (base: URL, path: string): URL | undefined => {
  if (/(^|[/\\]|%2f|%5c)(\.|%2e){2}($|[/\\?]|%2f|%5c)/i.test(path)) return undefined
  const text = base.href + path.replace(/^\/+/, '')
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.origin === base.origin && url.pathname.startsWith(base.pathname) ? url : undefined
}

const forward = async (
  request: IncomingMessage,
  response: ServerResponse,
  { url, base, seenAs, authorization }: { url: URL; base: URL; seenAs: string; authorization: string | undefined },
) => {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const patience = setTimeout(() => gone.abort(), answerMs)
  const headers: Record<string, string> = { 'accept-encoding': 'identity', ...(authorization && { authorization }) }
  for (const name of requestHeaders)
    if (typeof request.headers[name] === 'string') headers[name] = request.headers[name]
  const method = request.method === 'HEAD' ? 'HEAD' : 'GET'
  const answer = await ask(url, { method, headers, signal: gone.signal })
  clearTimeout(patience)
  const seen = seenFrom(base, seenAs)
  for (const name of answerHeaders) {
    const value = headerOf(answer, name)
    if (value !== undefined) response.setHeader(name, name === 'location' ? seen(new URL(value, url).href) : value)
  }
  response.statusCode = answer.statusCode
  if (!/json|html/.test(headerOf(answer, 'content-type') ?? '')) return pipeline(answer.body, response)
  response.removeHeader('content-length')
  response.end(seen(await textOf(answer.body)))
}

const headerOf = ({ headers }: Pick<Dispatcher.ResponseData, 'headers'>, name: string): string | undefined => {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** Puts `seenAs` in the place of an address, also if it names the default port of its scheme, as some registries do. */
export const seenFrom = ({ protocol, host, port, href }: URL, seenAs: string): ((text: string) => string) => {
  const withPort = port === '' ? href.replace(host, `${host}:${protocol === 'https:' ? 443 : 80}`) : href
  return (text) => text.replaceAll(withPort, seenAs).replaceAll(href, seenAs)
}

const textOf = async (body: Readable) => {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    sizeBytes += chunk.length
    if (sizeBytes > rewrittenMostBytes)
      throw new Error(`A list of a registry has more than ${rewrittenMostBytes} bytes`)
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks).toString()
}

const end = (response: ServerResponse, status: number, sentence: string) => {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(`${sentence}\n`)
}
