import { v7 as uuidv7 } from 'uuid'
import { updateGrowthSettings } from '../../domains/growth/settings/contract.ts'
import { createGrowthPlay, updateGrowthPlay } from '../../domains/growth/plays/contract.ts'
import { asOwner } from '../database-state.ts'
import { mailboxIn } from './mail.ts'
import { growthProjectIn } from './rows.ts'
import type { MailWorld } from '../mail-world/index.ts'
import { scene, type Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'

export const everyDay = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
/** Rules of sending under which it is always time. */
export const alwaysOpen = { sendingDays: [...everyDay], sendingFrom: '00:00', sendingUntil: '23:59' }

const twoMails = [
  { delayDays: 0, subject: 'Web shops', body: 'Hello {{firstName|there}},\n\nmay we call you?' },
  { delayDays: 4, subject: null, body: 'Did you read our mail?' },
]

/** A workspace with a connected mailbox and a running play whose mails need no approval. */
export const runningPlay = async (server: TestServer, mails: MailWorld, settings: object = {}) => {
  const at = await scene(server)
  const projectId = await growthProjectIn(server, at)
  const mailboxId = await mailboxIn(at, mails)
  const rules = { ...alwaysOpen, senderPostalAddress: '1 Main Street, Dublin', sendApproval: 'by_play', ...settings }
  await at.owner.call(updateGrowthSettings, { body: rules })
  const body = { name: 'A play', steps: twoMails, sendApproval: 'never' }
  const { id: playId } = (await at.owner.call(createGrowthPlay, { projectId, body })).body as { id: string }
  await at.owner.call(updateGrowthPlay, { playId, body: { acknowledgesGdpr: true } })
  // A play is launched with its leads, and these come later.
  await asOwner(server, `update growth_play set status = 'active', launched_at = now() where id = $1`, [playId])
  return { at, projectId, mailboxId, playId }
}

/** Queued leads of a play in Ireland with both mails written and the first one due, as rows; gives their ids. */
export const queuedLeads = async (
  server: Pick<TestServer, 'databaseUrl'>,
  { workspace }: Pick<Scene, 'workspace'>,
  { projectId, playId }: { readonly projectId: string; readonly playId: string },
  addresses: readonly string[],
): Promise<readonly string[]> => {
  const listId = uuidv7()
  const ids = addresses.map(() => uuidv7())
  await asOwner(
    server,
    `insert into growth_lead_list (id, workspace_id, growth_project_id, rows_read, rows_imported, uploaded_by, created_at,
       finished_at)
     values ($1, $2, $3, 1, 1, $4, now(), now())`,
    [listId, workspace, projectId, uuidv7()],
  )
  await asOwner(
    server,
    `insert into growth_lead (id, workspace_id, growth_project_id, growth_play_id, lead_list_id, status, address, domain,
       evidence, has_consent, looked_up_at, created_at, status_changed_at)
     select id, $2, $3, $4, $5, 'queued', address, split_part(address, '@', 2),
       jsonb_build_object('email', fact || jsonb_build_object('value', address), 'country', fact || '{"value": "IE"}'),
       false, now(), now(), now()
     from unnest($1::uuid[], $6::text[]) as one (id, address),
       (select '{"source": "list", "at": "2026-11-25T10:00:00Z", "costUsd": 0, "confidence": 1}'::jsonb as fact) f`,
    [ids, workspace, projectId, playId, listId, addresses],
  )
  await asOwner(
    server,
    `insert into growth_message (id, workspace_id, growth_project_id, growth_play_id, lead_id, direction, step, status,
       subject, body, citations, author, written_by, approved_at, due_at, created_at)
     select gen_random_uuid(), $2, $3, $4, id, 'out', step, 'approved', case step when 1 then 'Web shops' else '' end,
       'Hello, may we call you?', '[]', 'person', $5, now(), case step when 1 then now() end, now()
     from unnest($1::uuid[]) as id, generate_series(1, 2) as step`,
    [ids, workspace, projectId, playId, uuidv7()],
  )
  return ids
}
