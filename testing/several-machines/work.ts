import { setTimeout as pause } from 'node:timers/promises'
import { uploadAiAsset } from '../../domains/agents/assets/contract.ts'
import { getAiBatch, submitAiBatch } from '../../domains/agents/batches/contract.ts'
import { getAiDocument, parseAiDocument } from '../../domains/agents/parsing/contract.ts'
import { createBillable } from '../../domains/billing/billables/contract.ts'
import { sendClientInvoice } from '../../domains/billing/invoice-letters/contract.ts'
import { createClientInvoiceDraft, issueClientInvoice } from '../../domains/billing/invoices/contract.ts'
import { getDeployment, redeployProjectPreview } from '../../domains/code/deployments/contract.ts'
import {
  createProjectImport,
  finalizeProjectImport,
  uploadProjectImportBundle,
} from '../../domains/code/imports/contract.ts'
import { updateProject } from '../../domains/code/projects/contract.ts'
import { getCycle } from '../../domains/delivery/cycles/contract.ts'
import { proposeCycle } from '../../domains/delivery/planning/contract.ts'
import { listPendingRequests, resolvePendingRequest } from '../../domains/delivery/requests/contract.ts'
import { executeCycle } from '../../domains/delivery/runs/contract.ts'
import { endedStatuses } from '../../domains/delivery/cycles/rules.ts'
import { linesAt, pdfOf } from '../ai/documents.ts'
import { chargeBody, draftBody } from '../billing/billed-work.ts'
import { fileBlock, library } from '../delivery.ts'
import { bundleOf, importBody } from '../repository.ts'
import { expected, type Call } from '../simulation/people.ts'
import type { Accepted } from './checker/index.ts'
import { pushFile, type GitPlace } from './push-file.ts'

/** People at work: each call is repeated until a server answers, and what was accepted is written down. */
export interface Desk {
  readonly call: Call
  readonly git: GitPlace
  readonly clientAccountId: string
  accept(request: Accepted): void
}

const site = { ...library, 'index.html': '<p>Hello</p>\n' }
const review = { shown: 'merge', checked: 'merge', unverified: 'merge', weakened: 'merge', packages: 'merge' }

/** Imports a project whose changes merge without a person; gives its id. */
export const importSite = async ({ call, accept }: Desk, name: string): Promise<string> => {
  const bundle = await bundleOf({ ...site, 'name.txt': `${name}\n` })
  const body = importBody(bundle, { name, idempotencyKey: `import-of-the-project-${name}` })
  const { id } = expected(await call(createProjectImport, { body }), 200, 201)
  const headers = { 'content-type': 'application/x-git-bundle' }
  expected(await call(uploadProjectImportBundle, { id, headers }, bundle.bytes), 200)
  const finalize = () => call(finalizeProjectImport, { id, body: { protectedFiles: [], secrets: {} } })
  // The claim of a process that died has to end first.
  const { projectId } = expected(await untilNot('import_claimed', finalize), 200, 201)
  accept({ kind: 'import', name, commitSha: bundle.commitSha })
  expected(await call(updateProject, { id: projectId, body: { runtime: { review } } }), 200)
  return projectId as string
}

const untilNot = async (code: string, ask: () => ReturnType<Call>) => {
  for (;;) {
    const reply = await ask()
    if (reply.body?.code !== code) return reply
    await pause(500)
  }
}

/** Lets an agent write a file into a project, and waits for the end of the cycle. */
export const runCycle = async ({ call, accept }: Desk, projectId: string, name: string): Promise<void> => {
  const path = `cycle-${name}.txt`
  const content = `${name}\n`
  const title = `Write ${path}`
  const body = { projectId, title, description: fileBlock(path, content) }
  const { id } = expected(await call(proposeCycle, { body }), 202).cycle
  expected(await call(executeCycle, { id }), 200)
  accept({ kind: 'cycle', projectId, title, path, content })
  for (;;) {
    const { cycle } = expected(await call(getCycle, { id }), 200)
    if (endedStatuses.includes(cycle.status)) return
    if (cycle.status === 'blocked') await approve(call, id)
    await pause(500)
  }
}

const approve = async (call: Call, cycleId: string) => {
  const waiting = expected(await call(listPendingRequests, { query: { status: 'pending', cycleId } }), 200)
  for (const { id } of waiting as { id: string }[])
    expected(await call(resolvePendingRequest, { id, body: { status: 'approved', decision: 'Yes.' } }), 200, 400)
}

/** Pushes a commit with a file of its own by git. */
export const push = async ({ git, accept }: Desk, projectId: string, name: string): Promise<void> => {
  const commitSha = await pushFile(git, projectId, name)
  accept({ kind: 'push', projectId, commitSha })
}

/** Deploys the head of a project, and waits until it is served. */
export const deploy = async ({ call, accept }: Desk, projectId: string): Promise<void> => {
  const { id } = expected(await call(redeployProjectPreview, { body: { projectId } }), 202)
  accept({ kind: 'deployment', id })
  await whenNot(['building', 'deploying'], async () => expected(await call(getDeployment, { id }), 200).status)
}

const whenNot = async (statuses: readonly string[], read: () => Promise<string>) => {
  while (statuses.includes(await read())) await pause(500)
}

/** Has a PDF read, whose pages are like no others. */
export const parseDocument = async ({ call, accept }: Desk, name: string): Promise<void> => {
  const pages = 12
  const content = pdfOf(
    Array.from({ length: pages }, (_none, at) => linesAt(60, 780, [`${name}, page ${at + 1} of the terms.`])),
  )
  const headers = { 'content-type': 'application/pdf' }
  const { key } = expected(await call(uploadAiAsset, { headers }, content), 201)
  const { id } = expected(await call(parseAiDocument, { body: { source: { key }, engine: 'text' } }), 201)
  accept({ kind: 'document', id, pages })
  await whenNot(['queued', 'parsing'], async () => expected(await call(getAiDocument, { id }), 200).status)
}

/** Has a model answer items, one after another. */
export const runBatch = async ({ call, accept }: Desk, name: string): Promise<void> => {
  const items = Array.from({ length: 5 }, (_none, at) => ({
    customId: `item-${at}`,
    body: { messages: [{ role: 'user', content: `${name} ${at}` }] },
  }))
  const body = {
    endpoint: '/v1/chat/completions',
    idempotencyKey: `batch-of-the-office-${name}`,
    items,
    kind: 'classification',
    model: batchModel,
    policy: { maxCostUsd: 1 },
  }
  const { id } = expected(await call(submitAiBatch, { body }), 200, 202)
  accept({ kind: 'batch', id, items: items.length })
  await whenNot(
    ['queued', 'submitted', 'working'],
    async () => expected(await call(getAiBatch, { id }), 200).batch.status,
  )
}
export const batchModel = 'mistral-small-latest'

/** Bills an hour, issues the invoice and sends it by mail. */
export const bill = async ({ call, clientAccountId, accept }: Desk, name: string): Promise<void> => {
  const recipient = `${name}@globex.example`
  const charge = expected(await call(createBillable, { body: chargeBody(clientAccountId) }), 201)
  const draft = draftBody([charge.id as string], { buyerBillingEmail: recipient })
  const { id } = expected(await call(createClientInvoiceDraft, { body: draft }), 201)
  expected(await call(issueClientInvoice, { id }), 200)
  accept({ kind: 'invoice', recipient })
  expected(await call(sendClientInvoice, { id, body: {} }), 201)
  accept({ kind: 'letter', recipient })
}
