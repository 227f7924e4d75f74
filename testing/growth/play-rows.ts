import { v7 as uuidv7 } from 'uuid'
import { asOwner } from '../database-state.ts'
import { playIn } from './mail.ts'
import { leadIn } from './rows.ts'
import type { Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'

type Server = Pick<TestServer, 'databaseUrl'>
type At = Pick<Scene, 'workspace'>

interface FilledPlay {
  readonly projectId: string
  /** The texts of people and models. */
  readonly texts?: { readonly name?: string; readonly subject?: string; readonly sentence?: string }
}

const days = 9

/** A play with mails of every state, their leads, replies and a finished run of drafts, as rows; gives its id. */
export const filledPlayIn = async (server: Server, at: At, { projectId, texts = {} }: FilledPlay): Promise<string> => {
  const { name = 'Wholesalers in Ireland', subject = 'Web shops for wholesale' } = texts
  const { sentence = 'We build web shops.' } = texts
  const playId = await playIn(server, at, projectId)
  const steps = [
    {
      delayDays: 0,
      subject: 'Web shops for {{company|you}}',
      body: `Hello {{firstName|there}},\n\n${sentence}`,
      brief: null,
    },
    { delayDays: 4, subject: null, body: null, brief: sentence },
  ]
  await asOwner(
    server,
    'update growth_play set name = $2, audience = $3, steps = $4, hard_cap_micros = 20000000 where id = $1',
    [playId, name, sentence, JSON.stringify(steps)],
  )
  await draftRunIn(server, at, projectId, playId)
  await proposalIn(server, projectId, playId, sentence)
  const addresses = ['draft', 'unknown', 'approved', 'refused', ...Array.from({ length: days }, (_, n) => `sent-${n}`)]
  for (const [n, word] of addresses.entries()) {
    const leadId = await leadIn(server, at, { projectId, address: `${word}@${word}.example` })
    await asOwner(
      server,
      `update growth_lead set growth_play_id = $2, status = 'queued', looked_up_at = now(),
         evidence = evidence || jsonb_build_object('country', (evidence -> 'email') || '{"value": "IE"}') where id = $1`,
      [leadId, playId],
    )
    const mail = {
      leadId,
      projectId,
      playId,
      subject,
      sentence,
      status: word.split('-')[0]!,
      daysAgo: Math.max(0, n - 3) * 3,
    }
    await mailIn(server, at, mail)
    if (word === 'draft') await mailIn(server, at, { ...mail, step: 2, subject: '' })
    if (n % 4 === 3 && word.startsWith('sent')) await replyIn(server, at, mail)
  }
  const stored = `update growth_message set citations = jsonb_build_array(
      jsonb_build_object('sentence', $2::text, 'source', 'page', 'quote', 'We build web shops.',
        'sourceId', (select id from growth_page where workspace_id = $1 limit 1)),
      jsonb_build_object('sentence', 'May we call you?', 'source', 'person', 'sourceId', null, 'quote', null))
    where workspace_id = $1 and growth_play_id = $3`
  await asOwner(server, stored, [at.workspace, sentence, playId])
  return playId
}

const draftRunIn = (server: Server, { workspace }: At, projectId: string, playId: string) =>
  asOwner(
    server,
    `insert into growth_draft_run (id, workspace_id, growth_project_id, growth_play_id, status, leads, drafts, leads_skipped,
       sentences_dropped, started_by, created_at, ended_at)
     values ($1, $2, $3, $4, 'finished', 13, 14, 1, 2, $5, now(), now())`,
    [uuidv7(), workspace, projectId, playId, uuidv7()],
  )

/** Lets the research run of the growth project have proposed the play. */
const proposalIn = async (server: Server, projectId: string, playId: string, sentence: string) => {
  await asOwner(
    server,
    `update growth_play set growth_run_id = run.id, proposed_as = '{wholesalers,wholesalers}',
       evidence = jsonb_build_array(jsonb_build_object('sentence', $3::text, 'source', 'page', 'sourceId', page.id,
         'sourceName', page.url, 'quote', $3::text))
     from growth_run run join growth_page page on page.growth_run_id = run.id
     where run.growth_project_id = $2 and growth_play.id = $1`,
    [playId, projectId, sentence],
  )
  await asOwner(
    server,
    `insert into growth_proposal_run (id, workspace_id, growth_project_id, growth_run_id, status, plays_proposed,
       plays_dropped, started_by, created_at, ended_at)
     select $2, workspace_id, growth_project_id, id, 'finished', 1, 2, started_by, now(), now() from growth_run
     where growth_project_id = $1 on conflict do nothing`,
    [projectId, uuidv7()],
  )
}

interface FilledMail {
  readonly leadId: string
  readonly projectId: string
  readonly playId: string
  readonly subject: string
  readonly sentence: string
  readonly status: string
  readonly daysAgo: number
  readonly step?: number
}

const mailIn = async (server: Server, { workspace }: At, mail: FilledMail) => {
  const id = uuidv7()
  const { leadId, projectId, playId, subject, sentence, status, daysAgo, step = 1 } = mail
  const wasHandedOver = status === 'sent' || status === 'unknown'
  const sentAt = new Date(Date.now() - daysAgo * 86_400_000)
  await asOwner(
    server,
    `insert into growth_message (id, workspace_id, growth_project_id, growth_play_id, lead_id, direction, step, status,
       subject, body, citations, author, message_id, handed_over_at, sent_at, due_at, approved_at, failure, created_at)
     values ($1, $2, $3, $4, $5, 'out', $6, $7, $8, $9, '[]', 'model', $10, $11, $12, $13, $14, $15, now())`,
    [
      id,
      workspace,
      projectId,
      playId,
      leadId,
      step,
      status,
      subject,
      `Hello Ada,\n\n${sentence} May we call you?`,
      wasHandedOver ? `<${id}@example.com>` : null,
      wasHandedOver ? sentAt : null,
      status === 'sent' ? sentAt : null,
      step === 1 ? sentAt : null,
      status === 'draft' ? null : sentAt,
      status === 'refused' ? '550 5.1.1 No such user' : null,
    ],
  )
}

const replyIn = (server: Server, { workspace }: At, { leadId, projectId, playId, sentence, daysAgo }: FilledMail) =>
  asOwner(
    server,
    `insert into growth_message (id, workspace_id, growth_project_id, growth_play_id, lead_id, direction, status, subject,
       body, citations, author, message_id, sender_address, kind, intent, intent_by, received_at, created_at)
     values ($1, $2, $3, $4, $5, 'in', 'received', 'Re: Web shops', $6, '[]', 'lead', $7, 'ada@example.com', 'reply',
       'interested', 'rule', $8, now())`,
    [
      uuidv7(),
      workspace,
      projectId,
      playId,
      leadId,
      sentence,
      `<${uuidv7()}@customer.example>`,
      new Date(Date.now() - daysAgo * 86_400_000),
    ],
  )
