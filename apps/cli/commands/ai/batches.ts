import { createReadStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import {
  estimateAiBatch,
  getAiBatch,
  listAiBatches,
  pollAiBatch,
  submitAiBatch,
} from '../../../../domains/agents/batches/contract.ts'
import { itemsMost } from '../../../../domains/agents/batches/rules.ts'
import {
  batchFileReader,
  type BatchFileItem,
  type BatchLineFault,
} from '../../../../domains/agents/batches/rules/batch-file.ts'
import { getWorkspaceSettings } from '../../../../domains/accounts/workspaces/contract.ts'
import { listAiModels } from '../../../../domains/agents/models/contract.ts'
import { contentKey } from '../../client/upload.ts'
import { contentAt } from '../../files/ai-files.ts'
import { defined, type Client, type Reply } from '../../client/client.ts'
import { failed, usage } from '../../failure.ts'
import { chooseId, shortId } from '../../ids.ts'
import { chooseProject } from '../../project.ts'
import type { Session } from '../../session.ts'
import { watchState } from '../../terminal/progress.ts'
import { columns, counted, printable } from '../../terminal/text.ts'

interface SubmitOptions {
  readonly model: string
  readonly kind: string
  readonly endpoint: string
  readonly key?: string
  readonly maxCost?: string
  readonly route?: string
  readonly project?: string
  readonly dryRun?: boolean
  readonly wait?: boolean
}

type Batch = Reply<typeof listAiBatches>[number]
const pollMs = 1_000

/** `atelier ai batch submit`: submits the items of a file, one JSON a line; with `--dry-run` it only estimates. */
export const submitBatch = async (session: Session, file: string, options: SubmitOptions): Promise<void> => {
  const items = await itemsIn(resolve(session.cwd, file))
  const maxCostUsd = options.maxCost === undefined ? null : Number(options.maxCost)
  if (maxCostUsd !== null && !(maxCostUsd >= 0)) throw usage('--max-cost is an amount in US dollars, such as 5 or 0.5.')
  const client = await session.client()
  const projectId = options.project === undefined ? undefined : await chooseProject(session, options.project)
  const batchRequest = defined({
    endpoint: options.endpoint as '/v1/chat/completions',
    kind: options.kind as 'backfill',
    model: options.model,
    items: [...items],
    policy: defined({ maxCostUsd, route: options.route as 'any' | undefined }),
    projectId,
  })
  // A file with equal content is the same batch, so that a repeated command submits it once.
  const body = { ...batchRequest, idempotencyKey: options.key ?? contentKey(batchRequest) }
  if (options.dryRun) {
    const estimate = await client.call(estimateAiBatch, { body })
    session.output.document(estimate)
    const cost =
      estimate.costUsdMost === null ? 'a cost that is not known' : `at most ${estimate.costUsdMost} US dollars`
    const tokens = `${estimate.inputTokensMost} tokens read and ${estimate.outputTokensMost} written at most`
    session.output.print(`${counted(estimate.items, 'item')} at ${printable(estimate.calledModel)}: ${cost}, ${tokens}`)
    return
  }
  const submitted = await client.call(submitAiBatch, { body })
  const batch = options.wait ? await whenEnded(session, client, submitted.id) : submitted
  session.output.show(batch, lineOf(batch))
}

/** `atelier ai batch status`: prints the state and the results of a batch; without an id all batches. */
export const batchStatus = async (
  session: Session,
  id: string | undefined,
  { results }: { readonly results?: string },
): Promise<void> => {
  const client = await session.client()
  if (id === undefined) {
    const rows = await client.call(listAiBatches, { query: { limit: 200 } })
    session.output.show(rows, rows.map(lineOf))
    return
  }
  const batchId = await chooseId(id, client.every(listAiBatches), {
    one: 'batch',
    many: 'batches',
    list: 'atelier ai batch status',
    describe: lineOf,
  })
  const { polled } = await client.call(pollAiBatch, { params: { id: batchId } })
  const { batch, items } = await readWhole(client, batchId)
  session.output.show({ batch, polled, items }, lineOf(batch))
  for (const { customId, status, failure, resultUrl } of items)
    session.output.print(columns([customId, status, failure ?? resultUrl ?? '-']))
  if (results !== undefined) await saveResults(session, client, resolve(session.cwd, results), items)
}

/** `atelier ai models`: prints the models that can be called, with their prices. */
export const listModels = async (session: Session): Promise<void> => {
  const client = await session.client()
  const { workspaceId } = await client.call(getWorkspaceSettings)
  const { data, ...list } = await client.call(listAiModels, { params: { workspaceId } })
  session.output.document({ ...list, data })
  for (const { id, shape, inputUsdPerMillion: input, outputUsdPerMillion: output, pricedOn } of data) {
    const price = input === null || output === null ? 'price not known' : `$${input}/$${output} a million tokens`
    session.output.print(columns([id, shape, price, pricedOn ?? '-', id === list.default ? 'default' : undefined]))
  }
}

const lineOf = ({ id, status, kind, model, items, costUsd }: Batch): string =>
  columns([
    shortId(id),
    status,
    `${items.succeeded + items.failed + items.cancelled} of ${counted(items.total, 'item')}`,
    kind,
    model,
    costUsd === null ? '-' : `$${costUsd}`,
  ])

const itemsIn = async (path: string): Promise<readonly BatchFileItem[]> => {
  const reader = batchFileReader()
  let number = 0
  const input = createReadStream(path)
  try {
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      number += 1
      const fault = reader.read(line, number)
      if (fault)
        throw failed('batch_line_wrong', `Line ${number} ${faultText(fault)}. Nothing was submitted.`, { line: number })
    }
  } finally {
    input.destroy()
  }
  if (reader.items.length === 0)
    throw failed('batch_file_empty', 'The file has no items. Write one item a line, as JSON.')
  return reader.items
}

const faultTexts: Readonly<Record<Exclude<BatchLineFault['kind'], 'unknown_field' | 'repeated'>, string>> = {
  too_long: 'is longer than 8 MiB',
  no_json: 'is not JSON',
  no_object: 'is no object',
  bad_id: 'needs a customId of up to 64 letters, digits and `_.:-`',
  no_body: 'needs a body, the request',
  too_many: `is the item after ${itemsMost}, the most that a batch has`,
}

const faultText = (fault: BatchLineFault): string => {
  if (fault.kind === 'unknown_field') return `has the field ${printable(fault.field)}, which items do not have`
  return fault.kind === 'repeated' ? `has the customId of line ${fault.line}` : faultTexts[fault.kind]
}

const whenEnded = ({ output }: Session, client: Client, id: string): Promise<Batch> =>
  watchState(output, {
    read: async () => (await client.call(getAiBatch, { params: { id }, query: { limit: 1 } })).batch,
    isOver: ({ endedAt }) => endedAt !== null,
    textOf: lineOf,
    everyMs: pollMs,
  })

type Items = Reply<typeof getAiBatch>['items']

/** A batch with all of its items. */
const readWhole = async (client: Client, id: string) => {
  const items: Items = []
  for (let after: string | undefined; ;) {
    const query = defined({ limit: 1_000, after })
    const page: Reply<typeof getAiBatch> = await client.call(getAiBatch, { params: { id }, query })
    items.push(...page.items)
    if (page.nextCursor === null) return { batch: page.batch, items }
    after = page.nextCursor
  }
}

const saveResults = async ({ output }: Session, client: Client, folder: string, items: Items) => {
  await mkdir(folder, { recursive: true })
  const results = items.flatMap(({ customId, resultUrl }) => (resultUrl === null ? [] : [{ customId, resultUrl }]))
  // A customId has no separator, and with this ending it is no folder of the file system.
  for (const { customId, resultUrl } of results)
    await writeFile(join(folder, `${customId}.json`), await contentAt(client, resultUrl))
  output.say(`${counted(results.length, 'result')} saved to ${printable(folder)}`)
}
