import { once } from 'node:events'
import { pino } from 'pino'
import { readConfiguration, StartRefusal } from '../../platform/configuration/index.ts'
import { startServer } from './start.ts'

const graceMs = 20_000

// Listened for from the first moment, so that a start that is interrupted stops what it has begun.
const asked = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])

const serve = async () => {
  const configuration = readConfiguration(process.env)
  const logger = pino({ level: configuration.listen.logLevel, base: undefined }, pino.destination(2))
  const server = await startServer(configuration, logger)
  process.stdout.write(`Atelier is ready at ${server.baseUrl}\n`)
  await asked
  setTimeout(() => process.exit(1), graceMs).unref()
  await server.close()
}

try {
  await serve()
  process.exit(0)
} catch (error) {
  const text = error instanceof StartRefusal ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${text}\n`, () => process.exit(1))
}
