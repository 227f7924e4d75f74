import { createModelEndpoint } from '../../domains/agents/models/contract.ts'
import { createClientAccount } from '../../domains/accounts/clients/contract/accounts.ts'
import { saveBillingIdentity, saveClientBillingIdentity } from '../../domains/billing/billables/contract.ts'
import { listAuditCheckpoints } from '../../domains/record/audit/contract.ts'
import { wholeBuyer, wholeSeller } from '../billing/billed-work.ts'
import type { Chance } from '../simulation/chance.ts'
import { callerAt, expected } from '../simulation/people.ts'
import type { Accepted } from './checker/index.ts'
import type { Machine } from './machine.ts'
import { batchModel, bill, deploy, importSite, parseDocument, push, runBatch, runCycle, type Desk } from './work.ts'

export interface Office {
  /** A project at a time, whose changes come from agents and from git; until `isOver`. */
  workProjects(chance: Chance, isOver: () => boolean): Promise<void>
  /** Documents, batches, invoices and their mails. */
  workPapers(chance: Chance, isOver: () => boolean): Promise<void>
  /** One of each. */
  workOnce(): Promise<void>
  /** Ends the calls that get no answer. */
  close(): void
  readonly auditKeys: ReadonlyMap<string, readonly string[]>
}

// An import is checked while its caller waits, on a host that may be busy.
const patienceMs = 90_000
const prices = { inputUsdPerMillion: 2, outputUsdPerMillion: 4, pricedOn: '2026-11-21', maxOutputTokens: 100 }

/** Opens the desk of the first owner, who calls one server after another. `accept` gets what servers promised. */
export const openOffice = async (
  machines: readonly Machine[],
  plainUrl: string,
  accept: (request: Accepted) => void,
): Promise<Office> => {
  const { owner } = machines[0]!
  let isClosed = false
  const serverAt = (turn: number) => {
    if (isClosed) throw new Error('The office is closed.')
    const servers = machines.flatMap((machine) => machine.servers())
    return servers[turn % servers.length]!
  }
  const call = callerAt({ owner: (turn) => serverAt(turn).owner }, patienceMs)
  const model = {
    name: 'own',
    shape: 'chat',
    baseUrl: plainUrl,
    apiKey: 'sk-soak',
    models: [{ model: batchModel, ...prices }],
  }
  expected(await call(createModelEndpoint, { body: model }), 201)
  const { id: clientAccountId } = expected(await call(createClientAccount, { body: { name: 'Globex' } }), 201)
  expected(await call(saveBillingIdentity, { body: wholeSeller }), 200)
  expected(await call(saveClientBillingIdentity, { clientAccountId, body: wholeBuyer }), 200)
  const { publicKeys } = expected(await call(listAuditCheckpoints), 200)
  let turn = 0
  const next = () => {
    const { baseUrl, owner: caller } = serverAt((turn += 1))
    return { baseUrl, caller }
  }
  const desk: Desk = { call, clientAccountId, accept, git: { workspace: owner.workspaceId, next } }
  let names = 0
  const newName = () => `w${(names += 1)}`
  return {
    close: () => {
      isClosed = true
    },
    auditKeys: new Map([[owner.workspaceId, publicKeys as string[]]]),
    workProjects: async (chance, isOver) => {
      while (!isOver()) {
        const projectId = await importSite(desk, newName())
        for (let left = 6; left > 0 && !isOver(); left -= 1) await workProject(desk, chance, projectId, newName)
      }
    },
    workPapers: async (chance, isOver) => {
      while (!isOver()) await chance.of([parseDocument, runBatch, bill])(desk, newName())
    },
    workOnce: async () => {
      const projectId = await importSite(desk, newName())
      const papers = [parseDocument, runBatch, bill].map((work) => work(desk, newName()))
      await Promise.all([runCycle(desk, projectId, newName()), push(desk, projectId, newName()), ...papers])
      await deploy(desk, projectId)
    },
  }
}

const workProject = async (desk: Desk, chance: Chance, projectId: string, newName: () => string) => {
  const kind = chance.of(['cycle', 'push', 'both', 'deploy'] as const)
  if (kind === 'deploy') return deploy(desk, projectId)
  await Promise.all([
    ...(kind === 'push' ? [] : [runCycle(desk, projectId, newName())]),
    ...(kind === 'cycle' ? [] : [push(desk, projectId, newName())]),
  ])
}
