import { v7 as uuidv7 } from 'uuid'
import { addGrowthMailbox } from '../../domains/growth/mailboxes/contract.ts'
import { asOwner } from '../database-state.ts'
import type { MailWorld } from '../mail-world/index.ts'
import type { Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'

/** Connects the mailbox of a mail world; gives its id. */
export const mailboxIn = async (
  { owner }: Scene,
  { account }: Pick<MailWorld, 'account'>,
  address: string = account.address,
): Promise<string> => {
  const { status, body } = await owner.call(addGrowthMailbox, { body: { ...account, address } })
  if (status !== 201) throw new Error(`The mailbox was not connected: ${JSON.stringify(body)}`)
  return body.id as string
}

/** A play of a growth project that is at work, as a row; gives its id. */
export const playIn = async (
  server: Pick<TestServer, 'databaseUrl'>,
  { workspace }: Pick<Scene, 'workspace'>,
  projectId: string,
): Promise<string> => {
  const id = uuidv7()
  const steps = [{ delayDays: 0, subject: 'Web shops', body: 'Hello', brief: null }]
  await asOwner(
    server,
    `insert into growth_play (id, workspace_id, growth_project_id, name, status, audience, language, excluded_countries,
       steps, send_approval, mailbox_ids, acknowledged_by, acknowledged_at, launched_at, created_by, created_at, updated_at)
     values ($1, $2, $3, 'A play', 'active', 'Wholesalers', 'en', '{}', $4, 'always', '{}', $5, now(), now(), $5, now(), now())`,
    [id, workspace, projectId, JSON.stringify(steps), uuidv7()],
  )
  return id
}

export interface SentMail {
  readonly leadId: string
  readonly projectId: string
  readonly mailboxId: string | null
  readonly playId?: string
  readonly step?: number
  readonly status?: 'draft' | 'approved' | 'sending' | 'sent'
  /** The header Message-ID. */
  readonly header?: string
  readonly minutesAgo?: number
}

/** A mail to a lead, as a row; gives its id. One that was sent marks the lead as written to. */
export const mailTo = async (
  server: Pick<TestServer, 'databaseUrl'>,
  { workspace }: Pick<Scene, 'workspace'>,
  { leadId, projectId, mailboxId, playId, step, status = 'sent', header, minutesAgo = 60 }: SentMail,
): Promise<string> => {
  const id = uuidv7()
  const isHanded = status === 'sent' || status === 'sending'
  const at = new Date(Date.now() - minutesAgo * 60_000)
  await asOwner(
    server,
    `insert into growth_message (id, workspace_id, growth_project_id, growth_play_id, lead_id, mailbox_id, direction, step,
       status, subject, body, citations, author, written_by, message_id, handed_over_at, sent_at, due_at, created_at)
     values ($1, $2, $3, $4, $5, $6, 'out', $7, $8, 'Web shops', 'Hello', '[]', 'person', $9, $10, $11, $12, $11, $13)`,
    [
      id,
      workspace,
      projectId,
      playId ?? null,
      leadId,
      mailboxId,
      step ?? null,
      status,
      uuidv7(),
      isHanded ? (header ?? `<${id}@example.com>`) : null,
      isHanded ? at : null,
      status === 'sent' ? at : null,
      at,
    ],
  )
  const text = 'update growth_lead set contacted_at = $2, growth_play_id = coalesce($3, growth_play_id) where id = $1'
  if (status === 'sent') await asOwner(server, text, [leadId, at, playId ?? null])
  return id
}

interface ReceivedMail {
  readonly leadId: string
  readonly projectId: string
  readonly mailboxId: string | null
  readonly subject?: string
  readonly body?: string
}

/** A mail that came from a lead, as a row; gives its id. */
export const mailFrom = async (
  server: Pick<TestServer, 'databaseUrl'>,
  { workspace }: Pick<Scene, 'workspace'>,
  { leadId, projectId, mailboxId, subject = 'Re: Web shops', body = 'Sounds good.' }: ReceivedMail,
): Promise<string> => {
  const id = uuidv7()
  await asOwner(
    server,
    `insert into growth_message (id, workspace_id, growth_project_id, lead_id, mailbox_id, direction, status, subject, body,
       citations, author, message_id, sender_address, kind, intent, intent_by, received_at, created_at)
     values ($1, $2, $3, $4, $5, 'in', 'received', $6, $7, '[]', 'lead', $8, 'ada@example.com', 'reply', 'interested',
       'rule', now(), now())`,
    [id, workspace, projectId, leadId, mailboxId, subject, body, `<${id}@customer.example>`],
  )
  const text = `update growth_lead set replied_at = now(), reply_intent = 'interested' where id = $1`
  await asOwner(server, text, [leadId])
  return id
}

/** The text of a mail of the internet. */
export const mailText = (heads: Readonly<Record<string, string>>, body: string): string =>
  [...Object.entries(heads).map(([name, value]) => `${name}: ${value}`), '', ...body.split('\n')].join('\r\n')

/** A report of a mail server about a mail. */
export const reportText = (kind: 'delivery-status' | 'feedback-report', fields: string, header: string): string =>
  mailText(
    {
      From: 'Mail Delivery System <mailer-daemon@mx.example>',
      'Message-ID': `<${uuidv7()}@mx.example>`,
      'MIME-Version': '1.0',
      'Content-Type': `multipart/report; report-type=${kind}; boundary=B`,
    },
    [
      '--B',
      'Content-Type: text/plain',
      '',
      'This is a report.',
      '--B',
      `Content-Type: message/${kind}`,
      '',
      fields,
      '--B',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID: ${header}`,
      'Subject: Web shops',
      '',
      '--B--',
      '',
    ].join('\n'),
  )
