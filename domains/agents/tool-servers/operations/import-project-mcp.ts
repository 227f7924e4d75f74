import type { Fetcher } from '../../../../platform/fetch/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { lockProject } from '../../../code/projects/index.ts'
import { checkConfig } from '../config.ts'
import { importProjectMcp } from '../contract.ts'
import { presentToolServer } from '../present.ts'
import { toolServersMost } from '../rules.ts'
import { putToolServer, toolServersOf } from '../store.ts'

export default ({ fetcher }: { readonly fetcher: Fetcher }) =>
  handle(importProjectMcp, async ({ tx, params, body, now, fail, invalid, absent, created }) => {
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
