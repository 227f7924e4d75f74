import { pino } from 'pino'
import { readConfiguration, StartRefusal } from '../../platform/configuration/index.ts'
import { startServer } from './start.ts'

const graceMs = 20_000

try {
  const configuration = readConfiguration(process.env)
  const logger = pino({ level: configuration.listen.logLevel, base: undefined }, pino.destination(2))
  const server = await startServer(configuration, logger)
  console.log(`Atelier is ready at ${server.baseUrl}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(server.close))
} catch (error) {
  console.error(error instanceof StartRefusal ? error.message : error)
  process.exitCode = 1
}

const stop = async (close: () => Promise<void>) => {
  setTimeout(() => process.exit(1), graceMs).unref()
  await close()
  process.exit(0)
}
