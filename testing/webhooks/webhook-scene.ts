import { expect } from 'vitest'
import { createProject } from '../../domains/code/projects/contract.ts'
import { createWebhook, getWebhook, listWebhookDeliveries } from '../../domains/record/webhooks/contract.ts'
import type { Scene } from '../scene.ts'
import type { LoopbackSite } from '../network/loopback-site.ts'

/** A webhook at a path of its own. */
export interface Hook {
  readonly id: string
  readonly secret: string
  readonly path: string
}
let paths = 0
export const hookOf = async (
  { url }: Pick<LoopbackSite, 'url'>,
  { owner }: Scene,
  filters: object = { eventTypes: ['project.*'] },
): Promise<Hook> => {
  const path = `/hook/${(paths += 1)}`
  const { status, body } = await owner.call(createWebhook, { body: { url: `${url}${path}`, ...filters } })
  expect(status).toBe(201)
  return { id: body.id as string, secret: body.secret as string, path }
}

interface ShownDelivery {
  readonly id: string
  readonly messageId: string
  readonly attempts: number
  readonly nextAttemptAt: string | null
  readonly status: string
  readonly error: string | null
}
/** Its sent and waiting deliveries, newest first. */
export const deliveriesTo = async ({ owner }: Scene, { id }: Hook) =>
  (await owner.call(listWebhookDeliveries, { id })).body as ShownDelivery[]

export const shownHook = async ({ owner }: Scene, { id }: Hook) => (await owner.call(getWebhook, { id })).body

/** Makes a project, and so one event. */
export const newProject = async ({ owner }: Scene, name = 'Shop') =>
  (await owner.call(createProject, { body: { name } })).body.id as string
