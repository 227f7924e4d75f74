import { EventEmitter, once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { testDatabase } from '../database.ts'
import { openCredentials } from '../../platform/access/index.ts'
import type { Handler } from '../../platform/handler/index.ts'
import { buildServer, type ServerParts } from '../../platform/http/server.ts'
import { testCookies } from '../people/sessions.ts'
import { knownThing, thingHandlers } from './things.ts'
import { afterTest } from '../after-test.ts'

/** A server of a tiny contract; `log` has what it wrote, and `state.reason` is why it is not ready; `ended` waits for its answers. */
export const tinyServer = async (handlers: readonly Handler[] = thingHandlers, more: Partial<ServerParts> = {}) => {
  const { url, database } = await testDatabase()
  const log: Record<string, unknown>[] = []
  const write = (line: Buffer, _encoding: string, done: () => void) => {
    log.push(JSON.parse(line.toString()) as Record<string, unknown>)
    done()
  }
  const state: { reason?: string; storage?: 'away' } = {}
  const credentials = openCredentials(database, { cookies: testCookies })
  const server = buildServer({
    database,
    credentials,
    handlers,
    resources: { thing: (_tx, id) => Promise.resolve(id === knownThing ? { projectId: null } : undefined) },
    logger: pino({ level: 'warn' }, new Writable({ write })),
    storageAnswers: () => Promise.resolve(state.storage !== 'away'),
    notReady: () => Promise.resolve(state.reason),
    ...more,
  })
  const answers = new EventEmitter<{ ended: [] }>()
  let open = 0
  server.server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
    open += 1
    response.once('close', () => {
      open -= 1
      answers.emit('ended')
    })
  })
  const ended = async () => {
    while (open > 0) await once(answers, 'ended')
  }
  const baseUrl = await server.listen({ host: '127.0.0.1', port: 0 })
  afterTest(async () => {
    await server.close()
    await credentials.close()
  })
  return { baseUrl, database, databaseUrl: url, log, state, credentials, ended }
}
