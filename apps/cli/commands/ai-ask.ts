import { getWorkspaceSettings } from '../../../domains/accounts/workspaces/contract.ts'
import { createAiChatCompletion, listAiModels } from '../../../domains/agents/models/contract.ts'
import { readFrames } from '../../../platform/client/index.ts'
import { failed, usage } from '../failure.ts'
import type { Session } from '../session.ts'
import { linePrinter } from '../terminal/line-printer.ts'
import { counted, printable } from '../terminal/text.ts'

export interface AskModelOptions {
  readonly model?: string
  readonly system?: string
}

interface Chunk {
  readonly choices?: readonly { readonly delta?: { readonly content?: string | null } }[]
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number } | null
  readonly error?: { readonly message: string; readonly code?: string | null }
}

/** `atelier ai ask`: asks a model one question, prints its answer line by line, and says what it cost. */
export const askModel = async (session: Session, question: string, { model, system }: AskModelOptions) => {
  const client = await session.client()
  const { workspaceId } = await client.call(getWorkspaceSettings)
  const params = { workspaceId }
  const list = await client.call(listAiModels, { params })
  const named = model ?? list.default
  if (named === null) throw usage('No model is set. Choose one with --model; `atelier ai models` lists them.')
  const body = {
    model: named,
    messages: [
      ...(system === undefined ? [] : [{ role: 'system', content: system }]),
      { role: 'user', content: question },
    ],
    stream: true,
    stream_options: { include_usage: true },
  }
  let text = ''
  let used: Chunk['usage']
  const lines = linePrinter((line) => session.output.print(printable(line)))
  for await (const { data } of readFrames(await client.open(createAiChatCompletion, { params, body }))) {
    if (data === '[DONE]') break
    const chunk = JSON.parse(data) as Chunk
    if (chunk.error) throw failed(chunk.error.code ?? 'provider_failed', printable(chunk.error.message))
    const piece = chunk.choices?.[0]?.delta?.content ?? ''
    text += piece
    used = chunk.usage ?? used
    lines.add(piece)
  }
  lines.end()
  const priced = list.data.find(({ id }) => id === named)
  const costUsd = costOf(priced, used)
  session.output.document({ model: named, text, usage: used ?? null, costUsd })
  if (used) {
    const tokens = `${counted(used.prompt_tokens, 'token')} read, ${used.completion_tokens} written`
    session.output.say(`${printable(named)}: ${tokens}, ${costUsd === null ? 'cost not known' : `$${costUsd}`}`)
  }
}

interface Prices {
  readonly inputUsdPerMillion: number | null
  readonly outputUsdPerMillion: number | null
}

/** What an answer cost by the prices of the list, without discounts for cached input; null without a price or usage. */
const costOf = (prices: Prices | undefined, used: Chunk['usage']): number | null => {
  if (!used || !prices || prices.inputUsdPerMillion === null || prices.outputUsdPerMillion === null) return null
  const micros = used.prompt_tokens * prices.inputUsdPerMillion + used.completion_tokens * prices.outputUsdPerMillion
  return Math.round(micros) / 1_000_000
}
