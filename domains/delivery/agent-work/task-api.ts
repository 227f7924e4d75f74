import type { Route } from '../../../execution/egress/index.ts'
import { endTaskCredentials, mintTaskCredential } from '../../../platform/access/index.ts'
import { sendJson } from './route-json.ts'
import type { StepWork } from '../workbench/index.ts'

const folder = '/v1/api/'
const passed = new Set(['host', 'accept', 'content-type', 'content-length', 'transfer-encoding'])
const graceMs = 60_000

/**
 * Lends an agent the server's interface by a credential of its task, which ends by disposal; undefined without a
 * person: decisions/0171.
 */
export const lendApi = async (
  { parts, context, work: { cycle, task } }: StepWork,
  wallMs: number,
): Promise<(AsyncDisposable & { readonly route: Route }) | undefined> => {
  const userId = cycle.runStartedBy ?? cycle.createdBy
  const about = { runId: context.run.id, projectId: task.projectId, taskId: task.id, userId }
  const seconds = Math.ceil((wallMs + graceMs) / 1_000)
  const secret = await context
    .write((tx) => mintTaskCredential(tx, about, seconds))
    .catch((error: unknown) => {
      if (isPersonMissing(error)) return undefined
      throw error
    })
  if (secret === undefined) return undefined
  return {
    route: apiRoute(parts.taskApi.serve, secret),
    [Symbol.asyncDispose]: () => context.write((tx) => endTaskCredentials(tx, context.run.id)).then(nothing, nothing),
  }
}

// If ending the credential fails, the run was stopped or taken over: the credential ends with the run, or expires.
const nothing = () => undefined

// PostgreSQL: foreign_key_violation.
const isPersonMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === '23503'

/**
 * Passes requests for `/v1/api/` on under a credential that the sandbox never sees. Only headers that describe the body
 * are passed on: no cookie, key or address that the agent made up.
 */
export const apiRoute =
  (serve: Route, secret: string): Route =>
  (request, response) => {
    if (!request.url?.startsWith(folder)) {
      sendJson(response, 404, { error: 'There is nothing at this address.', code: 'not_found' })
      return
    }
    const kept = Object.fromEntries(Object.entries(request.headers).filter(([name]) => passed.has(name)))
    request.headers = { ...kept, authorization: `Bearer ${secret}` }
    serve(request, response)
  }
