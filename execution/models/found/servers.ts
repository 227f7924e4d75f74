import { request } from 'node:http'
import type { Environment, ServerSource } from './source.ts'
import { knownServers, servedModels, type KnownServer } from './server-list.ts'

const answerMs = 1_500
const answerMostBytes = 1_048_576

/** The model servers that answer on loopback. Nothing leaves this machine: no name is looked up, no redirect followed. */
export const findServers = async (
  environment: Environment,
  signal: AbortSignal,
  servers: readonly KnownServer[] = serversFor(environment),
): Promise<readonly ServerSource[]> => {
  const answers = await Promise.all(servers.map((server) => askServer(server, signal)))
  return answers.filter((source) => source !== undefined)
}

/** The known servers; Ollama on the port of loopback that OLLAMA_HOST names. */
export const serversFor = ({ OLLAMA_HOST: host = '' }: Environment): readonly KnownServer[] => {
  const [, port] = /^(?:http:\/\/)?(?:127\.0\.0\.1|localhost|0\.0\.0\.0)?:(\d{1,5})\/?$/.exec(host.trim()) ?? []
  return knownServers.map((server) =>
    server.name === 'ollama' && port !== undefined ? { ...server, port: Number(port) } : server,
  )
}

const askServer = async ({ name, title, port, path }: KnownServer, signal: AbortSignal) => {
  const baseUrl = `http://127.0.0.1:${port}/v1`
  const facts = { kind: 'server', name, title, baseUrl, models: [] } as const
  const answer = await readAnswer(port, path, signal)
  signal.throwIfAborted()
  if (answer === 'closed') return undefined
  const notThisServer = (what: string) => ({
    ...facts,
    unusable: `Port ${port} is open, but it is no ${title}: ${what}.`,
  })
  if (answer === 'slow')
    return { ...facts, unusable: `Port ${port} is open, but nothing came within ${answerMs / 1_000} s.` }
  if (answer === 'endless') return notThisServer('its answer has no end')
  if (answer === 'cut') return notThisServer('it closed the connection')
  const { status, type, text } = answer
  const served = status === 200 ? servedModels(text) : undefined
  if (!served) return notThisServer(status === 200 ? `it sent ${type ?? 'no list of models'}` : `it answered ${status}`)
  if (served.model === undefined) return { ...facts, unusable: `${title} runs, but has no model that can write code.` }
  return { ...facts, ...served }
}

interface Answer {
  readonly status: number
  readonly type: string | undefined
  readonly text: string
}

/** Asks a port: `closed`, `slow` (no answer in time), `endless` (too long), or `cut` (the connection ended early). */
const readAnswer = (
  port: number,
  path: string,
  signal: AbortSignal,
): Promise<Answer | 'closed' | 'slow' | 'endless' | 'cut'> =>
  new Promise((resolve) => {
    const limit = AbortSignal.timeout(answerMs)
    const outgoing = request({
      host: '127.0.0.1',
      port,
      path,
      // No proxy of the environment.
      agent: false,
      headers: { accept: 'application/json' },
      signal: AbortSignal.any([limit, signal]),
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (limit.aborted) resolve('slow')
      else resolve(error.code === 'ECONNREFUSED' ? 'closed' : 'cut')
    })
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = []
      let sizeBytes = 0
      response.on('data', (chunk: Buffer) => {
        sizeBytes += chunk.length
        chunks.push(chunk)
        if (sizeBytes <= answerMostBytes) return
        resolve('endless')
        outgoing.destroy()
      })
      response.on('error', () => {
        if (!limit.aborted) resolve('cut')
        else resolve(sizeBytes > 0 ? 'endless' : 'slow')
      })
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response
        const type = headers['content-type']?.slice(0, 100).replaceAll(/[^\x20-\x7e]/g, '?')
        resolve({ status, type, text: Buffer.concat(chunks).toString('utf8') })
      })
    })
    outgoing.end()
  })
