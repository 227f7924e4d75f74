import { setTimeout } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { updateProject } from '../../domains/code/projects/contract.ts'
import { executeCycle } from '../../domains/delivery/runs/contract.ts'
import { getCycle, streamCycle } from '../../domains/delivery/cycles/contract.ts'
import {
  getPendingRequest,
  listCyclePendingRequests,
  resolvePendingRequest,
} from '../../domains/delivery/requests/contract.ts'
import { insertRequest, type NewRequest } from '../../domains/delivery/requests/store.ts'
import type { Caller } from '../caller.ts'
import { cycleIn } from '../cycles.ts'
import { framesOf } from '../network/frames.ts'
import { endOf, fileBlock, library, mergingChecked, propose } from '../delivery.ts'
import { bundleOf, importProject } from '../repository.ts'
import { scene, type Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'

/** A pending request of a cycle of its own, as a row for which no run waits. */
export const requestIn = async (
  server: TestServer,
  at: Scene,
  projectId: string,
  { cycleId, ...given }: Partial<NewRequest> = {},
): Promise<string> => {
  const added: NewRequest = {
    id: uuidv7(),
    projectId,
    cycleId: cycleId ?? (await cycleIn(server, at, projectId)),
    taskId: null,
    runId: null,
    requestType: 'question',
    requiredActor: 'agency',
    blocking: false,
    title: 'A question',
    question: 'May it be so?',
    reasons: [],
    commitSha: null,
    now: new Date(),
    ...given,
  }
  await server.database.within(at.workspace, (tx) => insertRequest(tx, added))
  return added.id
}

/** Waits until the run of a cycle asks a person, and gives the pending request. */
export const requestOf = async (caller: Caller, cycleId: string) => {
  const leaving = new AbortController()
  const stream = await caller.open(streamCycle, { id: cycleId }, { signal: leaving.signal })
  try {
    for await (const { data } of framesOf(stream)) {
      if (data.eventType !== 'pending_request.created') continue
      const { body } = await caller.call(getPendingRequest, { id: data.entityId })
      if (body.status === 'pending') return body
    }
  } finally {
    leaving.abort()
  }
  throw new Error('The run ended without a request that is pending')
}

/** Runs a cycle until it ends or asks a person; gives the cycle with its tasks, and the pending request. */
export const runUntilAsked = async (caller: Caller, id: string, query: { readonly mode?: 'desktop' } = {}) => {
  const { status, body } = await caller.call(executeCycle, { id, query })
  if (status !== 200) throw new Error(`executeCycle: ${JSON.stringify(body)}`)
  const leaving = new AbortController()
  const stream = await caller.open(streamCycle, { id }, { signal: leaving.signal })
  let requestId: string | undefined
  for await (const { data } of framesOf(stream)) {
    if (data.eventType !== 'pending_request.created') continue
    requestId = data.entityId as string
    break
  }
  leaving.abort()
  const request = requestId && (await caller.call(getPendingRequest, { id: requestId })).body
  return { ...(await caller.call(getCycle, { id })).body, request }
}

/** Runs a cycle to its end, and approves each change that a person has to see. */
export const runApproved = async (caller: Caller, id: string, query: { readonly mode?: 'desktop' } = {}) => {
  let { request } = await runUntilAsked(caller, id, query)
  while (request) {
    await caller.call(resolvePendingRequest, { id: request.id as string, body: { status: 'approved' } })
    request = await nextOf(caller, id)
  }
  return endOf(caller, id)
}

/** The next request of a cycle that runs; undefined if it ends without one. */
const nextOf = async (caller: Caller, id: string) => {
  while (true) {
    const { body } = await caller.call(listCyclePendingRequests, { id, query: { status: 'pending' } })
    if (body.length > 0) return body[0]
    const { status } = (await caller.call(getCycle, { id })).body.cycle
    if (['completed', 'failed', 'stopped'].includes(status as string)) return undefined
    await setTimeout(200)
  }
}

/** A cycle whose run waits for an approval of its change. */
export const waitingForApproval = async (
  server: TestServer,
  { description = fileBlock('a.txt', 'x\n'), maxRevisions = 1 } = {},
) => {
  const at = await scene(server)
  const { projectId } = await importProject(at.owner, await bundleOf(library))
  await at.owner.call(updateProject, {
    id: projectId,
    body: { requiresApproval: true, maxRevisions, runtime: mergingChecked },
  })
  const id = await propose(at.owner, projectId, description)
  const { status, body } = await at.owner.call(executeCycle, { id })
  if (status !== 200) throw new Error(`executeCycle: ${JSON.stringify(body)}`)
  const request = await requestOf(at.owner, id)
  return { at, owner: at.owner, projectId, id, request }
}
