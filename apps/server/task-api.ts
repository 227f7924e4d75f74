import type { FastifyInstance } from 'fastify'
import type { Route } from '../../execution/egress/index.ts'

/** The operations that a task's credential reaches, answered within this process: it listens nowhere. */
export interface TaskApi {
  readonly serve: Route
  /** Says how the interface is built, which the first request does. */
  answersBy(build: () => FastifyInstance): void
  close(): Promise<void>
}

export const openTaskApi = (): TaskApi => {
  let building: (() => FastifyInstance) | undefined
  let built: Promise<FastifyInstance> | undefined
  const begin = async () => {
    if (!building) throw new Error('The interface of tasks was asked before the server was built')
    const api = building()
    await api.ready()
    return api
  }
  return {
    serve: (request, response) => {
      built ??= begin()
      built.then(
        (api) => api.routing(request, response),
        () => response.destroy(),
      )
    },
    answersBy: (build) => void (building = build),
    close: async () => {
      const api = await built?.catch(() => undefined)
      await api?.close()
    },
  }
}
