import type { InvalidField, Static } from '../../../platform/contract/index.ts'
import { type Fetcher, publicAddressOf } from '../../../platform/fetch/index.ts'
import { handle } from '../../../platform/handler/index.ts'
import { lockProject } from '../../code/projects/index.ts'
import * as contract from './contract.ts'
import { headOf, skillsMost } from './rules/skills.ts'
import { configOf, secretsOf, toolServersMost } from './rules/tool-servers.ts'
import { putSkill, putToolServer, skills, skillsOf, toolServers, toolServersOf } from './store.ts'
import type { SkillRow, ToolServerRow } from './tables.ts'
import { faultOfVariable } from '../../../execution/sandbox/index.ts'

const presentSkill = ({ slug, content, createdAt, updatedAt }: SkillRow): Static<typeof contract.ImportedSkill> => ({
  slug,
  ...headOf(slug, content),
  createdAt,
  updatedAt,
  sizeBytes: Buffer.byteLength(content),
})

const presentToolServer = ({
  name,
  config,
  createdAt,
  updatedAt,
}: ToolServerRow): Static<typeof contract.ImportedMcp> => ({
  name,
  createdAt,
  updatedAt,
  isActive: true,
  secrets: secretsOf(config),
  ...(config.transport === 'stdio'
    ? { transport: config.transport, command: config.command, args: [...config.args] }
    : { transport: config.transport, url: config.url, headers: { ...config.headers } }),
})

const aboutProject = <Metadata extends object>(id: string, metadata: Metadata) =>
  ({ resource: ['project', id], within: { projectId: id }, metadata }) as const

const importProjectSkill = handle(
  contract.importProjectSkill,
  async ({ tx, params: { id: projectId }, body, now, fail, absent, created }) => {
    if (!(await lockProject(tx, projectId))) return absent()
    const others = (await skillsOf(tx, { projectId })).filter(({ slug }) => slug !== body.slug)
    if (others.length >= skillsMost) return fail.tooMany()
    const skill = presentSkill(await putSkill(tx, { projectId, ...body, now }))
    const { slug, sizeBytes } = skill
    return created(skill, aboutProject(projectId, { slug, sizeBytes }))
  },
)

const listProjectSkills = handle(contract.listProjectSkills, async ({ tx, params, ok }) =>
  ok((await skillsOf(tx, { projectId: params.id })).map(presentSkill)),
)

const deleteProjectSkill = handle(contract.deleteProjectSkill, async ({ tx, params: { id, slug }, ok }) => {
  const wasThere = await skills.deleteOne(tx, { projectId: id, key: slug })
  const about = aboutProject(id, { slug: slug.slice(0, 100) })
  return ok({ deleted: true }, wasThere ? about : { ...about, repeated: true })
})

/** The stored config, or its faults by field: in its form, and in values that no run could honour. */
const checkConfig = (body: Static<typeof contract.ImportMcp>, fetcher: Fetcher): ReturnType<typeof configOf> => {
  const checked = configOf(body)
  if ('problems' in checked) return checked
  const { config } = checked
  if (config.transport !== 'stdio')
    return publicAddressOf(config.url, fetcher, 'query', 'fragment') ? checked : { problems: [wrongAddress] }
  const problems = config.envKeys.flatMap(problemsOfKey)
  return problems.length > 0 ? { problems } : checked
}

const problemsOfKey = (name: string): InvalidField[] => {
  const fault = faultOfVariable(name)
  return fault ? [{ path: 'envKeys', ...fault, message: `${name} ${fault.message}` }] : []
}

const wrongAddress = {
  path: 'url',
  message: 'has to be a public https address without user, such as https://mcp.example.com',
  rule: 'address',
}

const importProjectMcp = ({ fetcher }: { readonly fetcher: Fetcher }) =>
  handle(
    contract.importProjectMcp,
    async ({ tx, params: { id: projectId }, body, now, fail, invalid, absent, created }) => {
      const checked = checkConfig(body, fetcher)
      if ('problems' in checked) return invalid(checked.problems)
      if (!(await lockProject(tx, projectId))) return absent()
      const { name } = body
      const others = (await toolServersOf(tx, { projectId })).filter((server) => server.name !== name)
      if (others.length >= toolServersMost) return fail.tooMany()
      const server = presentToolServer(await putToolServer(tx, { projectId, name, config: checked.config, now }))
      const { transport, command, url, secrets } = server
      // Arguments and headers may hold secrets that no log should: people read them with the tool server.
      const metadata = { name, transport, ...(command && { command }), ...(url && { url }), secrets }
      return created(server, aboutProject(projectId, metadata))
    },
  )

const listProjectToolServers = handle(contract.listProjectToolServers, async ({ tx, params, ok }) =>
  ok((await toolServersOf(tx, { projectId: params.id })).map(presentToolServer)),
)

const deleteProjectToolServer = handle(contract.deleteProjectToolServer, async ({ tx, params: { id, name }, ok }) => {
  const wasThere = await toolServers.deleteOne(tx, { projectId: id, key: name })
  const about = aboutProject(id, { name: name.slice(0, 100) })
  return ok({ deleted: true }, wasThere ? about : { ...about, repeated: true })
})

export default (parts: { readonly fetcher: Fetcher }) => ({
  importProjectSkill,
  listProjectSkills,
  deleteProjectSkill,
  importProjectMcp: importProjectMcp(parts),
  listProjectToolServers,
  deleteProjectToolServer,
})
