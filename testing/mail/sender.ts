import { pino } from 'pino'
import { openDatabase } from '../../platform/db/database.ts'
import { openMailer } from '../../platform/mail/index.ts'
import type { Removals } from '../../platform/removals/index.ts'
import type { ObjectStore } from '../../platform/storage/index.ts'
import { mailFrom, mailVault } from './parts.ts'

// A process that hands one message over, and may be killed on the way.
const [url, port, id] = process.argv.slice(2) as [string, string, string]
const database = openDatabase({ url, connections: 2 })
const smtp = { host: '127.0.0.1', port: Number(port), tls: 'off' } as const
// A server takes its mail, so that the outbox has none.
const objects = {} as ObjectStore
const removals = {} as Removals
const log = pino({ level: 'silent' })
const mailer = openMailer({
  database,
  vault: mailVault(),
  smtp,
  from: mailFrom,
  outbox: '/nowhere',
  objects,
  removals,
  log,
})
await mailer.deliver(id)
await database.close()
