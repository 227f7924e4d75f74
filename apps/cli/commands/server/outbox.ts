import { join } from 'node:path'
import { pino } from 'pino'
import { newestInOutbox, readFromOutbox } from '../../../../platform/mail/index.ts'
import type { Configuration } from '../../../../platform/configuration/index.ts'
import { closer } from '../../../server/closer.ts'
import { openObjects } from '../../../server/objects.ts'
import { absent } from '../../failure.ts'
import { serverSettings } from '../../server-settings.ts'
import type { Session } from '../../session.ts'
import { printable } from '../../terminal/text.ts'
import { withOwnDatabase } from './own-database.ts'

const listedMost = 100

/** `atelier outbox [id]`: prints mail of a server without SMTP, by the settings that the server was started with. */
export const outbox = async (session: Session, id: string | undefined): Promise<void> => {
  const configuration = serverSettings(session.environment)
  await (id === undefined ? list(session, configuration) : show(session, configuration, id))
}

const list = async ({ output }: Session, { storage }: Configuration) => {
  const rows = await withOwnDatabase(storage, (database) => database.identity((tx) => newestInOutbox(tx, listedMost)))
  if (rows.length === 0) output.print('No message is in the outbox.')
  for (const { id, kind, recipient, createdAt } of rows)
    output.print(`${id}  ${createdAt.toISOString()}  ${kind}  ${printable(recipient)}`)
  output.document({ messages: rows })
}

const show = async ({ output }: Session, configuration: Configuration, id: string) => {
  const closing = closer()
  try {
    const objects = await openObjects(configuration, pino({ level: 'silent' }), closing)
    const message = await readFromOutbox(join(configuration.storage.dataFolder, 'outbox'), objects, id)
    if (!message)
      throw absent('not_found', `The outbox has no message ${printable(id)}, or another machine has its file.`)
    const text = message.toString('utf8')
    output.show({ id, message: text }, text.trimEnd())
  } finally {
    await closing.close()
  }
}
