import { randomUUID } from 'node:crypto'
import { conversation } from '../../../../domains/delivery/conversation/contract.ts'
import { readFrames } from '../../../../platform/client/index.ts'
import { atelier } from '../../program/command.ts'
import { failed } from '../../failure.ts'
import { chooseCycle } from '../../project.ts'
import type { Session } from '../../session.ts'
import { subjectOf } from '../../../../domains/delivery/runs/rules/step-subject.ts'
import { linePrinter } from '../../terminal/live-lines.ts'
import { cutText, printable } from '../../terminal/text.ts'

const lineMostChars = 160

/** The data of a stream's frame, as the reference of the API describes it. */
interface FrameData {
  readonly tool?: string | null
  readonly input?: string | null
  readonly ok?: boolean | null
  readonly code?: string
  readonly message?: string
  readonly outcome?: string
}

/** `atelier ask <words> [cycle]`: prints the answer as it arrives, and the use of tools on standard error. */
export const ask = async (session: Session, words: string, named: string | undefined): Promise<void> => {
  const { output } = session
  const client = await session.client()
  const params = { id: await chooseCycle(session, named) }
  const body = { content: words, messageId: randomUUID() }
  const lines = linePrinter((line) => output.print(printable(line)))
  for await (const frame of readFrames(await client.open(conversation.streamCycleMessage, { params, body }))) {
    if (frame.event === 'token') {
      output.document({ type: 'token', text: frame.data })
      lines.add(frame.data)
      continue
    }
    const data = JSON.parse(frame.data) as FrameData
    if (frame.event !== 'keepalive') output.document({ type: frame.event, ...data })
    // A message ends when the next one or a tool begins.
    if (frame.event === 'speaker' || frame.event === 'tool_start') lines.end()
    if (frame.event === 'tool_start') output.say(`      ${short(`${data.tool} ${subjectOf(data.input ?? '')}`)}`)
    if (frame.event === 'tool_end' && data.ok === false) output.say('        failed')
    if (frame.event !== 'done' && frame.event !== 'error') continue
    lines.end()
    if (frame.event === 'error') throw failed(data.code!, `${printable(data.message!)} ${keptText}`)
    if (data.outcome !== 'answered') output.say(printable(data.message!))
    return
  }
  lines.end()
  throw failed('stream_cut', `The connection ended before the answer did. ${keptText}`)
}

const keptText = `What was said is kept: ${atelier} messages shows it.`

const short = (text: string) => cutText(printable(text.trim()), lineMostChars)
