import type { EffectContext, Engine } from '../../../platform/jobs/index.ts'
import { capCalls, modelFor, withChosen, type ModelParts } from '../../agents/models/index.ts'
import { askWithRetry, materialMarker, withModel, type Parsed } from '../../agents/asking/index.ts'
import { type MessageIntent, type MessageRow, threadTexts } from '../messages/index.ts'
import { replyStep, underHardCap } from '../settings/index.ts'
import { readNewText } from './mail-reader.ts'
import { textsOf } from './read-and-judge.ts'
import { askAgain, readIntent, sortInstructions, sortMaterial } from './rules.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { InstanceCaps } from '../../code/projects/rules/caps.ts'
import type { MailboxParts } from '../mailboxes/index.ts'

const answerMostTokens = 200
const repeatedMostChars = 500

/** The intent of a reply, by a model of the workspace; undefined without a model, or if it names none. */
export const askIntent = async (
  parts: SortParts,
  context: EffectContext,
  message: MessageRow,
): Promise<MessageIntent | undefined> => {
  const chosen = await context.read((tx) => modelFor(tx, parts, 'writer'))
  if ('message' in chosen) return undefined
  if (parts.gateway.provider.name === 'offline' && !chosen.endpoint) return undefined
  const { run, key, signal } = context
  await capCalls(parts, run.workspaceId)
  const { texts } = textsOf(await context.read((tx) => threadTexts(tx, message.leadId, message.createdAt)))
  const { value: newText } = await readNewText({ text: message.body, texts }, { key: run.workspaceId, signal })
  if (newText === undefined) return undefined
  return withChosen(parts, context.read, chosen, async (gateway) => {
    const mark = materialMarker(key, run.subjectId)
    const question = {
      instructions: sortInstructions(mark),
      material: sortMaterial(mark, message.subject, newText),
      signal,
      repeatedMostChars,
      read: (text: string): Parsed<MessageIntent> => {
        const value = readIntent(text)
        return value ? { value } : { askAgain }
      },
    }
    const { workspaceId, id: runId } = run
    const payer = { workspaceId, endpointId: chosen.endpoint?.id, runId, step: replyStep }
    const maxOutputTokens = Math.min(answerMostTokens, gateway.provider.maxOutputTokens)
    const bounds = { maxOutputTokens, judge: underHardCap }
    const answer = await withModel({ ...parts, gateway }, payer, (say) => askWithRetry(say, question), bounds)
    return 'value' in answer ? answer.value : undefined
  })
}

/** The parts of operations and of reading mailboxes. */
export interface InboxParts extends MailboxParts {
  readonly engine: Pick<Engine, 'start'>
}

/** The parts of runs that sort replies. */
export interface SortParts extends ModelParts {
  readonly database: Database
  readonly caps: InstanceCaps
  readonly socketFolder: string
}
