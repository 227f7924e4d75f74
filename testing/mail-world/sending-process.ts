// A server process that sends the mails of plays that are due, turn after turn without a wait between them, until SIGTERM:
// node sending-process.ts, with the settings of a server as its environment. Says “ready” once it runs.
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { startServer } from '../../apps/server/start.ts'
import { sweepSending } from '../../domains/growth/sending/domain.ts'
import { readConfiguration } from '../../platform/configuration/index.ts'

const betweenTurnsMs = 50

const late = new Map<string, Promise<void>>()
const log = pino({ level: 'error' }, process.stderr)
const server = await startServer(readConfiguration(process.env), log)
const ending = new AbortController()
process.once('SIGTERM', () => ending.abort())
process.stdout.write('ready\n')
while (!ending.signal.aborted) {
  await sweepSending(server.parts, { signal: ending.signal, log, everySeconds: 60, late })
  await pause(betweenTurnsMs)
}
await server.close()
