import { handlersOf, resourceKinds, workspaceFinders } from '../../apps/server/domains.ts'
import { buildServer } from '../../platform/http/index.ts'
import type { ServerParts } from '../../platform/http/server.ts'
import { serverLog } from '../runner/server-log.ts'
import type { TestServer } from '../server.ts'
import { afterTest } from '../after-test.ts'

/** A second address of the same product, with other parts or settings of its HTTP side; gives where it listens. */
export const listenAgain = async ({ parts }: TestServer, changed: Partial<ServerParts> = {}): Promise<string> => {
  const server = buildServer({
    database: parts.database,
    credentials: parts.credentials,
    resources: resourceKinds,
    workspaces: workspaceFinders,
    handlers: handlersOf(parts),
    logger: serverLog(),
    storageAnswers: () => Promise.resolve(true),
    notReady: () => Promise.resolve(undefined),
    ...changed,
  })
  afterTest(() => server.close())
  return server.listen({ host: '127.0.0.1', port: 0 })
}
