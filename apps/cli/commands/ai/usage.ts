import { createWriteStream } from 'node:fs'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { exportModelCalls, getModelUsage } from '../../../../domains/delivery/budgets/contract.ts'
import { defined, type Reply } from '../../client/client.ts'
import { dollarsText, tokensText } from '../../cycle/spent.ts'
import { usage as wrongUse } from '../../failure.ts'
import type { Session } from '../../session.ts'
import { counted, printable } from '../../terminal/text.ts'

interface UsageOptions {
  readonly from?: string
  readonly to?: string
  readonly by?: string
  readonly csv?: string
}

type Row = Reply<typeof getModelUsage>['rows'][number]

const names: Readonly<Record<string, (row: Row) => string>> = {
  project: ({ projectName }) => projectName ?? 'no project',
  person: ({ personId, personName }) => personName ?? (personId === null ? 'automatic runs' : 'someone who left'),
  model: ({ model }) => model,
}

/** `atelier ai usage`: prints the use of models in some months, by project, person or model. */
export const modelUsage = async (session: Session, { from, to, by = 'project', csv }: UsageOptions): Promise<void> => {
  const nameOf = names[by]
  if (!nameOf) throw wrongUse('--by takes project, person or model.')
  const client = await session.client()
  const query = defined({ from, to })
  const found = await client.call(getModelUsage, { query })
  session.output.document(found)
  if (found.rows.length === 0) session.output.print('No model was called.')
  for (const [name, rows] of Map.groupBy(found.rows, nameOf)) session.output.print(lineOf(name, rows))
  if (csv === undefined) return
  await pipeline(await client.open(exportModelCalls, { query }), createWriteStream(resolve(session.cwd, csv)))
  session.output.say(`Saved to ${printable(csv)}`)
}

const lineOf = (name: string, rows: readonly Row[]): string => {
  const sum = (of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0)
  const calls = sum((row) => row.calls)
  const refused = sum(({ refusedCalls }) => refusedCalls)
  const unpriced = sum(({ unpricedCalls }) => unpricedCalls)
  const estimated = sum(({ estimatedCalls }) => estimatedCalls)
  return [
    printable(name),
    dollarsText(sum(({ costUsd }) => costUsd)),
    counted(calls, 'call'),
    tokensText(sum(({ inputTokens, outputTokens }) => inputTokens + outputTokens)),
    ...(refused > 0 ? [`${refused} refused by a cap`] : []),
    ...(unpriced > 0 ? [`${unpriced} without a known price`] : []),
    ...(estimated > 0 ? [`${estimated} estimated`] : []),
  ].join('  ')
}
