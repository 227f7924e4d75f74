import type { Fetcher } from '../../platform/fetch/index.ts'
import { accountOfApp, forgetToken, tokenOf } from './github-app.ts'
import { askWith, fieldsOf, pathOfAddress, type CodeHostAccess, type Fields, type HostCall } from './host-request.ts'
import { statusFailure } from './failure.ts'

export interface HostedRepository {
  readonly fullName: string
  readonly isPrivate: boolean
}

/** Sends one request to the interface of a code host. Throws a `CodeHostFailure` if it does not answer as one. */
export const askHost = async (fetcher: Fetcher, host: CodeHostAccess, call: HostCall, signal: AbortSignal) => {
  const answer = await askWith(await tokenOf(fetcher, host, signal), fetcher, host, call, signal)
  if (answer.status !== 401 || !host.app) return answer
  forgetToken(host)
  return askWith(await tokenOf(fetcher, host, signal), fetcher, host, call, signal)
}

const ask = async (...request: Parameters<typeof askHost>) => {
  const answer = await askHost(...request)
  return { status: answer.status, fields: fieldsOf(answer.body), answer }
}

/** The account that the token belongs to, or that acts for the app. Throws a `CodeHostFailure`. */
export const accountOf = async (fetcher: Fetcher, host: CodeHostAccess, signal: AbortSignal): Promise<string> => {
  if (host.app) return accountOfApp(fetcher, host, signal)
  const { status, fields, answer } = await ask(fetcher, host, { path: '/user' }, signal)
  const login = host.kind === 'gitlab' ? fields.username : fields.login
  if (status !== 200 || typeof login !== 'string') throw statusFailure(answer, host.baseUrl)
  return login.slice(0, 200)
}

/** A repository of the host; undefined if the token sees none. Throws a `CodeHostFailure`. */
export const findHostedRepository = async (
  fetcher: Fetcher,
  host: CodeHostAccess,
  fullName: string,
  signal: AbortSignal,
): Promise<HostedRepository | undefined> => {
  const first = await ask(fetcher, host, { path: repositoryPath(host, fullName) }, signal)
  const isMoved = [301, 302, 307, 308].includes(first.status)
  // A renamed repository is followed once, by its id or its new name.
  const path = isMoved ? pathOfAddress(host, first.answer.headers.location) : undefined
  const { status, fields, answer } = path === undefined ? first : await ask(fetcher, host, { path }, signal)
  if (status === 404) return undefined
  if (status !== 200) throw statusFailure(answer, host.baseUrl)
  return hostedRepository(fields, fullName)
}

const repositoryPath = ({ kind }: CodeHostAccess, fullName: string) =>
  kind === 'gitlab' ? `/projects/${encodeURIComponent(fullName)}` : `/repos/${fullName}`

/** Creates a private, empty repository for the account of the token or an organization. Throws a `CodeHostFailure`. */
export const createHostedRepository = async (
  fetcher: Fetcher,
  host: CodeHostAccess,
  { fullName, branch }: { readonly fullName: string; readonly branch: string },
  signal: AbortSignal,
): Promise<HostedRepository> => {
  // GitLab has groups within groups: the name is what follows the last slash.
  const slash = fullName.lastIndexOf('/')
  const owner = fullName.slice(0, slash)
  const name = fullName.slice(slash + 1)
  const account = await accountOf(fetcher, host, signal)
  if (host.kind === 'gitlab') return createInGitLab(fetcher, host, { owner, name, branch, account }, signal)
  const path = owner.toLowerCase() === account.toLowerCase() ? '/user/repos' : `/orgs/${owner}/repos`
  const branchOfGitea = host.kind === 'gitea' ? { default_branch: branch } : {}
  const body = { name, private: true, auto_init: false, ...branchOfGitea }
  const { status, fields, answer } = await ask(fetcher, host, { path, body }, signal)
  if (status !== 201) throw statusFailure(answer, host.baseUrl)
  return hostedRepository(fields, fullName)
}

/** A group, or one within another, is named by its id. Source: GitLab REST API v4, “Namespaces” and “Create a project”. */
const createInGitLab = async (
  fetcher: Fetcher,
  host: CodeHostAccess,
  project: { readonly owner: string; readonly name: string; readonly branch: string; readonly account: string },
  signal: AbortSignal,
): Promise<HostedRepository> => {
  const { owner, name, branch, account } = project
  const isOwn = owner.toLowerCase() === account.toLowerCase()
  const group = isOwn
    ? undefined
    : await ask(fetcher, host, { path: `/namespaces/${encodeURIComponent(owner)}` }, signal)
  if (group && group.status !== 200) throw statusFailure(group.answer, host.baseUrl)
  const body = {
    name,
    path: name,
    visibility: 'private',
    default_branch: branch,
    initialize_with_readme: false,
    ...(group && { namespace_id: group.fields.id }),
  }
  const { status, fields, answer } = await ask(fetcher, host, { path: '/projects', body }, signal)
  if (status !== 201) throw statusFailure(answer, host.baseUrl)
  return hostedRepository(fields, `${owner}/${name}`)
}

/** A repository in a host's answer, with the name `fullName` if the answer has none. */
export const hostedRepository = (fields: Fields, fullName: string): HostedRepository => ({
  fullName: [fields.full_name, fields.path_with_namespace].find((name) => typeof name === 'string') ?? fullName,
  isPrivate: fields.private === true || fields.visibility === 'private',
})
