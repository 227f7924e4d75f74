import { v7 as uuidv7 } from 'uuid'
import { expect } from 'vitest'
import { listGrowthLeads } from '../../domains/growth/leads/contract.ts'
import {
  listGrowthLookups,
  saveGrowthProviderKey,
  startGrowthLookup,
  updateGrowthChain,
} from '../../domains/growth/providers/contract.ts'
import { asOwner } from '../database-state.ts'
import { growthProjectIn } from './rows.ts'
import { scene, type Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'

interface NewLead {
  readonly address?: string
  readonly domain?: string
  readonly facts?: Readonly<Record<string, string>>
}
type Pass = Record<string, unknown>
interface ShownLead {
  readonly id: string
  readonly address: string | null
  readonly addressVerdict: string | null
  readonly lookedUpAt: string | null
  readonly evidence: readonly Record<string, unknown>[]
}

const named = { company: 'Example', country: 'AT', role: 'CTO', firstName: 'Ada', lastName: 'Lovelace' }

/** A lead of a list, as a row; what it knows needs no look-up of its company. */
export const addLead = async (
  server: Pick<TestServer, 'databaseUrl'>,
  { workspace }: Pick<Scene, 'workspace'>,
  projectId: string,
  { address, domain = 'example.com', facts = {} }: NewLead,
): Promise<string> => {
  const id = uuidv7()
  const listId = uuidv7()
  await asOwner(
    server,
    `insert into growth_lead_list (id, workspace_id, growth_project_id, rows_read, rows_imported, uploaded_by, created_at, finished_at)
     values ($1, $2, $3, 1, 1, $4, now(), now())`,
    [listId, workspace, projectId, uuidv7()],
  )
  const known = { ...named, ...facts, ...(address !== undefined && { email: address }) }
  const evidence = Object.fromEntries(
    Object.entries(known).map(([field, value]) => [
      field,
      { value, source: 'list', listId, row: 2, at: new Date().toISOString(), costUsd: 0, confidence: 1 },
    ]),
  )
  await asOwner(
    server,
    `insert into growth_lead (id, workspace_id, growth_project_id, lead_list_id, status, address, domain, evidence,
       has_consent, created_at, status_changed_at)
     values ($1, $2, $3, $4, 'new', $5, $6, $7, false, now(), now())`,
    [id, workspace, projectId, listId, address ?? null, domain, JSON.stringify(evidence)],
  )
  return id
}

/** Growth projects with leads and keys of providers, and the passes over them. */
export const lookupsOn = (server: TestServer, apiKey: string) => {
  const passes = async ({ member }: Scene, projectId: string) =>
    (await member.call(listGrowthLookups, { projectId })).body as Pass[]
  const leads = async ({ member }: Scene, projectId: string) =>
    (await member.call(listGrowthLeads, { projectId })).body as ShownLead[]
  return {
    passes,
    leads,
    addLead: (at: Scene, projectId: string, lead: NewLead) => addLead(server, at, projectId, lead),
    /** A growth project of a workspace with keys of these providers. */
    world: async (...providers: string[]) => {
      const at = await scene(server)
      for (const provider of providers) await at.owner.call(saveGrowthProviderKey, { provider, body: { apiKey } })
      return { at, projectId: await growthProjectIn(server, at) }
    },
    chain: ({ owner }: Scene, capability: string, order: readonly string[]) =>
      owner.call(updateGrowthChain, { capability, body: { order } }),
    start: ({ member }: Scene, projectId: string) => member.call(startGrowthLookup, { projectId }),
    /** The newest pass once it has ended. */
    ended: async (at: Scene, projectId: string) => {
      await expect
        .poll(async () => (await passes(at, projectId))[0]!.endedAt, { timeout: 60_000, interval: 100 })
        .not.toBeNull()
      return (await passes(at, projectId))[0]!
    },
    leadOf: async (at: Scene, projectId: string, id: string) =>
      (await leads(at, projectId)).find((one) => one.id === id)!,
  }
}
