import { handle } from '../../../../platform/handler/index.ts'
import { lockLead } from '../../leads/index.ts'
import { findGrowthProject, plainText } from '../../research/index.ts'
import { approve } from '../approve-draft.ts'
import { approveGrowthMessage } from '../contract.ts'
import { showMessage } from '../show-messages.ts'
import { findMessage, lockMessage } from '../store-thread.ts'

const empty = (path: string) => ({ path, message: 'says nothing', rule: 'minLength' })

export default handle(approveGrowthMessage, async ({ tx, params, body, caller, now, absent, fail, invalid, ok }) => {
  const found = (await findMessage(tx, params.messageId)) ?? absent()
  const lead = (await lockLead(tx, found.leadId)) ?? absent()
  const message = (await lockMessage(tx, found.id)) ?? absent()
  if (message.status !== 'draft') return fail.notDraft()
  if ((await findGrowthProject(tx, message.growthProjectId))?.archivedAt !== null) return fail.archived()
  const subject = body.subject === undefined ? message.subject : plainText(body.subject)
  if (body.subject !== undefined && subject === '') return invalid([empty('subject')])
  const text = body.body === undefined ? message.body : readable(body.body)
  if (text === '') return invalid([empty('body')])
  const approved = await approve(tx, message, lead, { userId: caller.userId, now, subject, body: text })
  if (typeof approved === 'string') return fail[approved]()
  return ok(await showMessage(tx, approved), {
    resource: ['growth_message', message.id],
    parent: ['growth_project', message.growthProjectId],
    metadata: { step: message.step, isEdited: text !== message.body || subject !== message.subject },
  })
})

/** A person's text without invisible characters; lines stay. */
const readable = (text: string) =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu, '').trimEnd())
    .join('\n')
    .trim()
    .toWellFormed()
