import { expect } from 'vitest'
import { applyCap, findBudget, type Scope } from '../../domains/agents/spending/index.ts'
import {
  createAiChatCompletion,
  createAiMessage,
  createAiResponse,
  createModelEndpoint,
} from '../../domains/agents/models/contract.ts'
import type { Operation } from '../../platform/contract/index.ts'
import type { Caller } from '../caller.ts'
import type { FakeProvider } from '../model-provider/index.ts'
import { scene, type Scene } from '../scene.ts'
import { modelSettings } from '../runs/scripted-turns.ts'
import type { TestServer } from '../server.ts'
import { asOwner } from '../database-state.ts'

export const operatorsKey = 'sk-operator-canary-5b1d9e'
export const workspacesKey = 'sk-canary-7f3a91c5-Zq0v'

/** Settings of a server whose own model speaks chat completions, and which may call the faked provider for workspaces. */
export const callSettings = ({ baseUrl }: Pick<FakeProvider, 'baseUrl'>) => ({
  ...modelSettings(baseUrl, operatorsKey),
  ATELIER_FETCH_PRIVATE_HOSTS: new URL(baseUrl).host,
  ATELIER_RATE_STREAMS: '0',
})

/** Each shape with its operation, a model of it, and the smallest request beside the model's name. */
export const callShapes = [
  ['chat', createAiChatCompletion, 'fake-large', { messages: [{ role: 'user', content: 'Hello' }] }],
  ['messages', createAiMessage, 'ant/large', { max_tokens: 100, messages: [{ role: 'user', content: 'Hello' }] }],
  ['responses', createAiResponse, 'oai/large', { input: 'Hello' }],
] as const

const listed = { inputUsdPerMillion: 2, outputUsdPerMillion: 4, pricedOn: '2026-11-21' }

/** A workspace that has, beside the instance's chat model, one of messages and one of responses. */
export const agencyWithModels = async (
  server: TestServer,
  { baseUrl }: Pick<FakeProvider, 'baseUrl'>,
): Promise<Scene> => {
  const at = await scene(server)
  for (const [name, shape] of [
    ['ant', 'messages'],
    ['oai', 'responses'],
  ] as const) {
    const body = { name, shape, baseUrl, apiKey: workspacesKey, models: [{ model: 'large', ...listed }] }
    expect((await at.owner.call(createModelEndpoint, { body })).status).toBe(201)
  }
  return at
}

type CallOrigin = Pick<Scene, 'workspace'>

export const openCallOf = (at: CallOrigin, caller: Caller, operation: Operation, body: object, init?: RequestInit) =>
  caller.open(operation, { workspaceId: at.workspace, body }, init)

interface WireError {
  readonly code?: string
  readonly message: string
  readonly type: string
}

export const askModel = async (at: CallOrigin, caller: Caller, operation: Operation, body: object) => {
  const { status, body: answer, headers } = await caller.call(operation, { workspaceId: at.workspace, body })
  return { status, headers, answer: answer as unknown, error: (answer as { error?: WireError }).error }
}

/** The calls of a workspace in the order in which they were made, once those that were answered are settled. */
export const settledCalls = async (at: Scene) => {
  const rows = () => at.rows('model_call')
  await expect.poll(async () => (await rows()).some(({ status }) => status === 'open')).toBe(false)
  return (await rows()).toSorted((a, b) => (a.id as string).localeCompare(b.id as string))
}

/** A budget once calls are settled. */
export const modelBudget = async (server: TestServer, scope: Scope) => {
  const inScope = `$1 = 'instance' and endpoint_id is null or $1 = 'workspace' and workspace_id = $2::uuid
    or $1 = 'cycle' and workspace_id = (select workspace_id from model_call where cycle_id = $2::uuid limit 1)`
  const about = [scope.kind, scope.id]
  const open = `select from model_call where status = 'open' and (${inScope})`
  await expect.poll(() => asOwner(server, open, about)).toEqual([])
  return server.database.instance((tx) => findBudget(tx, scope))
}

/** Sets a cap; `workspace` is whose people are warned where it is at a level at once. */
export const capModels = ({ database }: TestServer, scope: Scope, micros: number | null, workspace?: string) =>
  workspace === undefined
    ? database.instance((tx) => applyCap(tx, scope, micros))
    : database.within(workspace, (tx) => applyCap(tx, scope, micros))
