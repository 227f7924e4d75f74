import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { onTestFinished } from 'vitest'
import { openVault } from '../../platform/crypto/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { type MailMessage, openMailer, type SmtpServer } from '../../platform/mail/index.ts'
import { openRemovals } from '../../platform/removals/index.ts'
import { openDiskStore } from '../../platform/storage/index.ts'
import { mailFrom, mailVault } from './parts.ts'

export interface MailRecord {
  readonly state: string
  readonly attempts: number
  readonly last_error: string | null
  readonly sealed: Buffer | null
  readonly next_attempt_at: Date
  readonly ended_at: Date | null
}

/** A mailer with a vault and an outbox of its own; its log is kept. Without `rootKey` there is nothing to seal with. */
export const mailScene = async (
  database: Database,
  {
    smtp,
    rootKey = true,
    isWanted = () => Promise.resolve(true),
  }: {
    readonly smtp?: Partial<SmtpServer>
    readonly rootKey?: boolean
    readonly isWanted?: () => Promise<boolean>
  } = {},
) => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-mail-'))
  const outbox = join(folder, 'outbox')
  const logged: string[] = []
  const keep = (fields: object, text: string) => void logged.push(JSON.stringify({ ...fields, text }))
  const server = smtp && { host: '127.0.0.1', port: 1, tls: 'off' as const, ...smtp }
  const objects = await openDiskStore(join(folder, 'objects'))
  const open = (outboxOfMachine = outbox) =>
    openMailer({
      database,
      objects,
      removals: openRemovals({ database, objects }),
      vault: rootKey ? mailVault() : openVault(undefined),
      smtp: server,
      from: mailFrom,
      isWanted,
      outbox: outboxOfMachine,
      log: { info: keep, warn: keep, error: keep },
    })
  const mailer = open()
  onTestFinished(async () => {
    await mailer.close()
    await rm(folder, { recursive: true, force: true })
  })
  const queue = (changed: Partial<MailMessage> = {}) =>
    database.identity((tx) => mailer.queueMail(tx, { ...mailTo(), ...changed }))
  const row = (id: string) =>
    database.identity(async (tx) => {
      const { rows } = await tx.query<MailRecord & Record<string, unknown>>({
        text: 'select * from mail where id = $1',
        values: [id],
      })
      return rows[0]!
    })
  /** Makes the next attempt due, as if the time between had gone by. */
  const makeDue = (id: string) =>
    database.identity((tx) =>
      tx.query({
        text: `update mail set next_attempt_at = now() - interval '1 second', leased_until = leased_until - interval '1 day' where id = $1`,
        values: [id],
      }),
    )
  return { mailer, open, outbox, objects, logged, queue, row, makeDue }
}

/** A message to an address that no other test writes to. */
export const mailTo = (address = `${uuidv7()}@example.net`): MailMessage => ({
  to: address,
  subject: 'You are invited',
  kind: 'member.invitation',
  paragraphs: ['Grace invited you to Acme.'],
  action: { label: 'Accept', url: 'https://atelier.example.com/accept?token=S3CR3T-t0ken-that-opens-a-door-of-ours' },
})
