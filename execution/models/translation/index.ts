import type { ShapeName } from '../shapes/name.ts'
import type { AnswerReader, AnswerWriter } from './answer.ts'
import { chatReader, chatWriter } from './chat-answers.ts'
import type { Conversation } from './conversation.ts'
import { chatNames, fromChat } from './from-chat.ts'
import { fromMessages, messagesNames } from './from-messages.ts'
import { fromResponses, responsesNames } from './from-responses.ts'
import { messagesReader, messagesWriter } from './messages-answers.ts'
import { responsesReader } from './responses-reader.ts'
import { responsesWriter } from './responses-writer.ts'
import { notInChat, toChat } from './to-chat.ts'
import { notInMessages, toMessages } from './to-messages.ts'
import { notInResponses, toResponses } from './to-responses.ts'
import { type RefusableSetting, refuseSettings, type SettingNames, untranslatable } from './untranslatable.ts'

/** The parts of translating from and to a shape. */
interface Translator {
  readonly from: (body: object) => Conversation
  readonly names: SettingNames
  readonly to: (conversation: Conversation, names: SettingNames) => object
  /** Settings that a request has no field for. */
  readonly lacks: readonly RefusableSetting[]
  readonly reader: AnswerReader
  readonly writer: AnswerWriter
}

export const translators: Readonly<Record<ShapeName, Translator>> = {
  chat: { from: fromChat, names: chatNames, to: toChat, lacks: notInChat, reader: chatReader, writer: chatWriter },
  messages: {
    from: fromMessages,
    names: messagesNames,
    to: toMessages,
    lacks: notInMessages,
    reader: messagesReader,
    writer: messagesWriter,
  },
  responses: {
    from: fromResponses,
    names: responsesNames,
    to: toResponses,
    lacks: notInResponses,
    reader: responsesReader,
    writer: responsesWriter,
  },
}

/**
 * Translates a request into another shape, without the model. Fields without a form in that shape are refused: throws
 * ModelFailure 400 that names the first such field, or the first faulty one.
 */
export const translateRequest = (from: ShapeName, to: ShapeName, body: object) => {
  const conversation = translators[from].from(body)
  refuseSettings(conversation.settings, translators[to].lacks, translators[from].names)
  // A started answer: one shape continues it, and the others answer it.
  if (conversation.turns.at(-1)?.role === 'assistant')
    throw untranslatable('A conversation whose last message is the model’s')
  const { wantsUsage, leftOut = [], settingsLeftOut = [] } = conversation
  return { body: translators[to].to(conversation, translators[from].names), wantsUsage, leftOut, settingsLeftOut }
}
