import { handle } from '../../../platform/handler/index.ts'
import { removeToolServer, putToolServer, toolServersOf } from './store.ts'
import type { Fetcher } from '../../../platform/fetch/index.ts'
import { lockProject } from '../../code/projects/index.ts'
import { checkConfig } from './config.ts'
import { toolServersMost, secretsOf } from './rules.ts'
import * as contract from './contract.ts'
import type { Static } from '../../../platform/contract/index.ts'
import type { ImportedMcp } from './contract.ts'
import type { ToolServerRow } from './tables.ts'

const presentToolServer = ({ name, config, createdAt, updatedAt }: ToolServerRow): Static<typeof ImportedMcp> => ({
  name,
  createdAt,
  updatedAt,
  isActive: true,
  secrets: secretsOf(config),
  ...(config.transport === 'stdio'
    ? { transport: config.transport, command: config.command, args: [...config.args] }
    : { transport: config.transport, url: config.url, headers: { ...config.headers } }),
})

const deleteProjectToolServer = handle(contract.deleteProjectToolServer, async ({ tx, params: { id, name }, ok }) => {
  const wasThere = await removeToolServer(tx, id, name)
  const about = {
    resource: ['project', id],
    within: { projectId: id },
    metadata: { name: name.slice(0, 100) },
  } as const
  return ok({ deleted: true }, wasThere ? about : { ...about, repeated: true })
})

const importProjectMcp = ({ fetcher }: { readonly fetcher: Fetcher }) =>
  handle(contract.importProjectMcp, async ({ tx, params, body, now, fail, invalid, absent, created }) => {
    const kept = checkConfig(body, fetcher)
    if ('problems' in kept) return invalid(kept.problems)
    if (!(await lockProject(tx, params.id))) return absent()
    const { name } = body
    const others = (await toolServersOf(tx, params.id)).filter((server) => server.name !== name)
    if (others.length >= toolServersMost) return fail.tooMany()
    const server = presentToolServer(await putToolServer(tx, params.id, { name, config: kept.config }, now))
    const { transport, command, url, secrets } = server
    // Arguments and headers may hold what no log should: people can read them where they stand.
    const metadata = { name, transport, ...(command && { command }), ...(url && { url }), secrets }
    return created(server, { resource: ['project', params.id], within: { projectId: params.id }, metadata })
  })

const listProjectToolServers = handle(contract.listProjectToolServers, async ({ tx, params, ok }) =>
  ok((await toolServersOf(tx, params.id)).map(presentToolServer)),
)

export default (parts: { readonly fetcher: Fetcher }) => ({
  importProjectMcp: importProjectMcp(parts),
  listProjectToolServers,
  deleteProjectToolServer,
})
