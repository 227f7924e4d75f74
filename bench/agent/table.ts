import { costMicros, dollars, type Price } from '../../execution/models/index.ts'
import type { DeliveryResult } from './deliver.ts'
import type { SentRequests } from './sent-requests.ts'
import type { Task } from './task.ts'

/**
 * `solved`: merged without a person, and right. `wrong`: merged without a person, and not right. `unverified`: right,
 * and a person was asked. `asked`: not right, and a person was asked. `refused`: nothing came of it.
 */
export const results = ['solved', 'unverified', 'asked', 'refused', 'wrong', 'not run'] as const
export type Result = (typeof results)[number]

export interface Row {
  readonly task: Pick<Task, 'id' | 'kind' | 'expect'>
  readonly part: string
  readonly result: Result
  readonly delivered?: DeliveryResult
  /** The requests to the endpoint on loopback; undefined if a model of its own works. */
  readonly sent?: SentRequests | undefined
  /** Why it was not run, what the review said, or what the hidden checks printed. */
  readonly note: string
}

/** The result of a delivery whose hidden checks pass, or do not. */
export const resultOf = ({ end }: Pick<DeliveryResult, 'end'>, passes: boolean): Result => {
  if (end === 'failed') return 'refused'
  if (end === 'asked') return passes ? 'unverified' : 'asked'
  return passes ? 'solved' : 'wrong'
}

const lineOf = ({ task, part, result, delivered }: Row, price: Price | undefined) => {
  const { verdict, steps, inputTokens, outputTokens, tookMs } = delivered ?? none
  const cost = price ? dollars(costMicros(price, { inputTokens, outputTokens })) : 'unknown'
  const seconds = (tookMs / 1_000).toFixed(1)
  const cells = [task.id, task.kind, part, result, verdict, steps, inputTokens + outputTokens, cost, `${seconds} s`]
  return `| ${cells.join(' | ')} |`
}
const none = { verdict: '', steps: 0, inputTokens: 0, outputTokens: 0, tookMs: 0 }

/** All rows, one to a line. */
export const tableOf = (rows: readonly Row[], price: Price | undefined): string =>
  [
    '| task | kind | agent | result | verdict | steps | tokens | cost | time |\n|---|---|---|---|---|---|---|---|---|',
    ...rows.map((row) => lineOf(row, price)),
  ].join('\n')

/** How many of each result there are, by agent. */
export const sumsOf = (rows: readonly Row[]): string => {
  const agents = [...new Set(rows.map(({ part }) => agentOf(part)))]
  const lines = agents.map((agent) => {
    const own = rows.filter(({ part }) => agentOf(part) === agent)
    const counts = results.map((result) => own.filter((row) => row.result === result).length)
    return `| ${[agent, own.length, ...counts].join(' | ')} |`
  })
  return [`| agent | runs | ${results.join(' | ')} |\n|---|---|${'---|'.repeat(results.length)}`, ...lines].join('\n')
}

/** The agents' requests for the tasks that all of them solved, by agent; empty if no endpoint on loopback was asked. */
export const sentTableOf = (rows: readonly Row[]): string => {
  const agents = [...new Set(rows.map(({ part }) => agentOf(part)))]
  const isSolved = (agent: string, id: string) =>
    rows.some((row) => agentOf(row.part) === agent && row.task.id === id && row.result === 'solved' && row.sent)
  const shared = rows.filter(({ task }) => agents.every((agent) => isSolved(agent, task.id)))
  const lines = agents.map((agent) => {
    const sent = shared.flatMap((row) => (agentOf(row.part) === agent && row.sent ? [row.sent] : []))
    const requests = sent.reduce((sum, one) => sum + one.requests, 0)
    const bytes = sent.reduce((sum, one) => sum + one.bytes, 0)
    const prefixes = sent.flatMap((one) => one.prefixes).toSorted((one, other) => one - other)
    const [least = 0] = prefixes
    const middle = prefixes[Math.floor(prefixes.length / 2)] ?? 0
    const kept = prefixes.length === 0 ? ['', ''] : [`${middle.toFixed(1)} %`, `${least.toFixed(1)} %`]
    return `| ${[agent, sent.length, requests, Math.round(bytes / 1_024), ...kept].join(' | ')} |`
  })
  const head = '| agent | tasks | requests | KiB sent | same prefix, median | least |\n|---|---|---|---|---|---|'
  return shared.length === 0 ? '' : [head, ...lines].join('\n')
}

const agentOf = (part: string) => part.replace(/:.*$/, '')
