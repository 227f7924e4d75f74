import type { transcripts } from '../../../domains/delivery/transcripts/contract.ts'
import { subjectOf } from '../../../domains/delivery/runs/rules/step-subject.ts'
import type { Reply } from '../client/client.ts'
import { counted, cutText, printable } from './text.ts'

export type AgentStep = Reply<typeof transcripts.getCycleTranscript>[number]

const lineMostChars = 160

/** A step of an agent as a line; undefined for a step that a person need not see. */
export const stepLine = ({ kind, tool, input, text, ok, outcome, messageIds }: AgentStep): string | undefined => {
  if (kind === 'message') return `      “${short(text ?? '')}”`
  if (kind === 'thought') return `      thinks: ${short(text ?? '')}`
  if (kind === 'tool_call') return `      ${short(`${tool} ${subjectOf(input ?? '')}`)}`
  if (kind === 'tool_result')
    return `        ${ok ? short(resultOf(tool, text ?? '')) : `failed: ${short(lastLine(text ?? ''))}`}`
  if (kind === 'heard') return `        was given ${counted(messageIds?.length ?? 0, 'message')}`
  // Answers of tools are with their calls; a failure to start or ask is shown only here.
  if (kind === 'tool_server') return ok ? undefined : `        ${short(`${tool}: ${text}`)}`
  // Facts that the tool's own call does not show: a command that asked, or an answer from before.
  if (kind === 'web_request') return `        ${short(text ?? '')}`
  return kind === 'finished' ? `      the agent ended: ${printable(outcome ?? '')}` : undefined
}

/** Names the task of the next steps, if a run has several tasks and the speaker changes. */
export const speakerLines = (titles: ReadonlyMap<string, string>, isPast: (taskId: string) => boolean) => {
  let last: string | undefined
  return (taskId: string): string | undefined => {
    if (taskId === last) return undefined
    last = taskId
    const tasks = [...titles.keys()].filter((id) => !isPast(id))
    return tasks.length > 1 ? `    ${printable(titles.get(taskId) ?? 'A task')}:` : undefined
  }
}

const changing = ['edit', 'write', 'apply_patch']
const showing = ['read', 'find', 'search', 'list']

const resultOf = (tool: string | null, text: string): string => {
  const lines = text.trimEnd().split('\n')
  if (changing.includes(tool ?? '')) return changeIn(lines)
  return showing.includes(tool ?? '') && lines.length > 1 ? counted(lines.length, 'line') : lastLine(text)
}

/** `Edited sum.js. +3 −1`, and the findings of a syntax check. */
const changeIn = ([first = '', ...rest]: readonly string[]) => {
  const added = rest.filter((line) => line.startsWith('+')).length
  const removed = rest.filter((line) => line.startsWith('-')).length
  const fault = rest.find((line) => line.startsWith('Syntax check:'))
  const change = added + removed === 0 ? '' : ` +${added} −${removed}`
  return `${first}${change}${fault === undefined ? '' : ` ${fault}`}`
}

const lastLine = (text: string) => text.trimEnd().split('\n').at(-1) ?? ''

const short = (text: string) => cutText(printable(text.slice(0, lineMostChars + 1).trim()), lineMostChars)
