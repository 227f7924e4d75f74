import { getWorkspaceSettings } from '../../../../domains/accounts/workspaces/contract.ts'
import { createAiChatCompletion, listAiModels } from '../../../../domains/agents/models/contract.ts'
import {
  chatRequest,
  costOfAnswer,
  streamedPiece,
  type ChatUsage,
} from '../../../../domains/agents/models/rules/chat.ts'
import { readFrames } from '../../../../platform/client/index.ts'
import { failed, usage } from '../../failure.ts'
import type { Session } from '../../session.ts'
import { linePrinter } from '../../terminal/live-lines.ts'
import { counted, printable } from '../../terminal/text.ts'

interface AskModelOptions {
  readonly model?: string
  readonly system?: string
}

/** `atelier ai ask`: asks a model a question, prints its answer line by line, and its cost. */
export const askModel = async (session: Session, question: string, { model, system }: AskModelOptions) => {
  const client = await session.client()
  const { workspaceId } = await client.call(getWorkspaceSettings)
  const params = { workspaceId }
  const list = await client.call(listAiModels, { params })
  const named = model ?? list.default
  if (named === null) throw usage('No model is set. Choose one with --model; `atelier ai models` lists them.')
  const body = chatRequest({ model: named, system, text: question, isStreamed: true })
  let text = ''
  let used: ChatUsage | undefined
  const lines = linePrinter((line) => session.output.print(printable(line)))
  for await (const { data } of readFrames(await client.open(createAiChatCompletion, { params, body }))) {
    const piece = streamedPiece(data)
    if (!piece) break
    if (piece.error) throw failed(piece.error.code ?? 'provider_failed', printable(piece.error.message))
    text += piece.text
    used = piece.usage ?? used
    lines.add(piece.text)
  }
  lines.end()
  const priced = list.data.find(({ id }) => id === named)
  const costUsd = costOfAnswer(priced, used)
  session.output.document({ model: named, text, usage: used ?? null, costUsd })
  if (used) {
    const tokens = `${counted(used.prompt_tokens, 'token')} read, ${used.completion_tokens} written`
    session.output.say(`${printable(named)}: ${tokens}, ${costUsd === null ? 'cost not known' : `$${costUsd}`}`)
  }
}
