import type { EffectContext, Engine } from '../../../platform/jobs/index.ts'
import { capCalls, modelFor, withChosen } from '../../agents/models/index.ts'
import { type MessageIntent, type MessageRow, threadTexts } from '../messages/index.ts'
import { askWriter, replyStep, type WriterParts } from '../settings/index.ts'
import { readNewText } from './mail-reader.ts'
import { textsOf } from './read-and-judge.ts'
import { askAgain, readIntent, sortInstructions, sortMaterial } from './rules.ts'
import type { MailboxParts } from '../mailboxes/index.ts'

/** The intent of a reply, by a model of the workspace; undefined without a model, or if it names none. */
export const askIntent = async (
  parts: WriterParts,
  context: EffectContext,
  message: MessageRow,
): Promise<MessageIntent | undefined> => {
  const chosen = await context.read((tx) => modelFor(tx, parts, 'writer'))
  if ('message' in chosen) return undefined
  if (parts.gateway.provider.name === 'offline' && !chosen.endpoint) return undefined
  await capCalls(parts, context.run.workspaceId)
  const { texts } = textsOf(await context.read((tx) => threadTexts(tx, message.leadId, message.createdAt)))
  const { value: newText } = await readNewText(
    { text: message.body, texts },
    { key: context.run.workspaceId, signal: context.signal },
  )
  if (newText === undefined) return undefined
  const answer = await withChosen(parts, context.read, chosen, (gateway) =>
    askWriter({ ...parts, gateway }, context, {
      endpoint: chosen.endpoint,
      step: replyStep,
      subjectId: context.run.subjectId,
      answerMostTokens: 200,
      repeatedMostChars: 500,
      instructions: sortInstructions,
      material: (mark) => sortMaterial(mark, message.subject, newText),
      read: readIntent,
      askAgain,
    }),
  )
  return 'value' in answer ? answer.value : undefined
}

/** The parts of operations and of reading mailboxes. */
export interface InboxParts extends MailboxParts {
  readonly engine: Pick<Engine, 'start'>
}
