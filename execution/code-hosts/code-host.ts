import { FetchRefusal, type Fetcher } from '../../platform/fetch/index.ts'
import { CodeHostFailure } from './failure.ts'

export type CodeHostKind = 'github' | 'gitea' | 'gitlab'

/** A code host and the token by which it is spoken to. */
export interface CodeHostAccess {
  readonly kind: CodeHostKind
  /** Where people open it, without a final slash. */
  readonly baseUrl: string
  readonly token: string
}

export interface HostAnswer {
  readonly status: number
  /** The parsed body of a success; an empty object for other statuses and for an empty body. */
  readonly body: unknown
}

export interface HostedRepository {
  readonly fullName: string
  readonly isPrivate: boolean
}

const withinMs = 15_000
const answerMaxBytes = 1024 ** 2
const page = 'https://github.com'

/** Where the host's own interface answers. Sources: GitHub REST API 2022-11-28, Gitea API 1.1, GitLab REST API v4. */
const interfaceOf = ({ kind, baseUrl }: CodeHostAccess) => {
  if (kind === 'gitea') return `${baseUrl}/api/v1`
  if (kind === 'gitlab') return `${baseUrl}/api/v4`
  return baseUrl === page ? 'https://api.github.com' : `${baseUrl}/api/v3`
}

const headersOf = ({ kind, token }: CodeHostAccess): Readonly<Record<string, string>> => {
  if (kind === 'gitea') return { authorization: `token ${token}`, accept: 'application/json' }
  if (kind === 'gitlab') return { 'private-token': token, accept: 'application/json' }
  return {
    authorization: `Bearer ${token}`,
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
  }
}

/** The header by which git is let in over HTTPS: all hosts take a token as a password. */
export const gitAuthorization = ({ token }: CodeHostAccess): string =>
  `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`

export interface HostCall {
  /** Below the address of the host's interface, with a slash before it. */
  readonly path: string
  /** `POST` with a body and `GET` without one, unless it says otherwise. */
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT'
  readonly body?: object
}

/** Sends one request to the interface of a code host. Throws a `CodeHostFailure` where it does not answer as one. */
export const askHost = async (
  fetcher: Fetcher,
  host: CodeHostAccess,
  { path, body, method = body ? 'POST' : 'GET' }: HostCall,
  signal: AbortSignal,
): Promise<HostAnswer> => {
  const more: Readonly<Record<string, string>> = body ? { 'content-type': 'application/json' } : {}
  try {
    const { status, bytes } = await fetcher.send({
      url: interfaceOf(host) + path,
      method,
      body: body && JSON.stringify(body),
      headers: { ...headersOf(host), ...more, 'user-agent': 'Atelier' },
      maxBytes: answerMaxBytes,
      withinMs,
      signal,
    })
    return { status, body: status < 300 && bytes.length > 0 ? bodyOf(bytes, new URL(host.baseUrl).host) : {} }
  } catch (error) {
    if (error instanceof FetchRefusal) throw new CodeHostFailure('unreachable', error.message, error)
    throw error
  }
}

/** The properties of an answer; none where it is no object. */
export const fieldsOf = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}

const ask = async (...asked: Parameters<typeof askHost>) => {
  const { status, body } = await askHost(...asked)
  return { status, fields: fieldsOf(body) }
}

const bodyOf = (bytes: Buffer, name: string): unknown => {
  try {
    const answer: unknown = JSON.parse(bytes.toString())
    if (typeof answer === 'object' && answer !== null) return answer
  } catch {
    // Said below: whatever answers there is no code host.
  }
  throw new CodeHostFailure(
    'unreachable',
    `The code host ${name} answers, but not as a code host does. Look at its address.`,
  )
}

/** The sentence for a status that is no success. */
export const statusFailure = (status: number, hostName: string): CodeHostFailure => {
  const name = `The code host ${hostName}`
  if (status === 401) return new CodeHostFailure('token', `${name} does not accept the token. Create a new one there.`)
  if (status === 403) return new CodeHostFailure('token', `${name} does not let this token do that. Check its rights.`)
  if (status === 404)
    return new CodeHostFailure('absent', `${name} has no such repository, or hides it from the token.`)
  if (status === 422 || status === 409)
    return new CodeHostFailure('refused', `${name} refused the request (${status}).`)
  return new CodeHostFailure('unreachable', `${name} answered with status ${status}. Try again later.`)
}

/** The account that the token belongs to. Throws a `CodeHostFailure`. */
export const accountOf = async (fetcher: Fetcher, host: CodeHostAccess, signal: AbortSignal): Promise<string> => {
  const name = new URL(host.baseUrl).host
  const { status, fields } = await ask(fetcher, host, { path: '/user' }, signal)
  const login = host.kind === 'gitlab' ? fields.username : fields.login
  if (status !== 200 || typeof login !== 'string') throw statusFailure(status, name)
  return login.slice(0, 200)
}

/** A repository of the host; undefined where there is none that the token may see. Throws a `CodeHostFailure`. */
export const findHostedRepository = async (
  fetcher: Fetcher,
  host: CodeHostAccess,
  fullName: string,
  signal: AbortSignal,
): Promise<HostedRepository | undefined> => {
  const { status, fields } = await ask(fetcher, host, { path: repositoryPath(host, fullName) }, signal)
  if (status === 404) return undefined
  if (status !== 200) throw statusFailure(status, new URL(host.baseUrl).host)
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
  const { status, fields } = await ask(fetcher, host, { path, body }, signal)
  if (status !== 201) throw statusFailure(status, new URL(host.baseUrl).host)
  return hostedRepository(fields, fullName)
}

/** A group, or one within another, is named by its id. Source: GitLab REST API v4, “Namespaces” and “Create a project”. */
const createInGitLab = async (
  fetcher: Fetcher,
  host: CodeHostAccess,
  of: { readonly owner: string; readonly name: string; readonly branch: string; readonly account: string },
  signal: AbortSignal,
): Promise<HostedRepository> => {
  const { owner, name, branch, account } = of
  const isOwn = owner.toLowerCase() === account.toLowerCase()
  const group = isOwn
    ? undefined
    : await ask(fetcher, host, { path: `/namespaces/${encodeURIComponent(owner)}` }, signal)
  if (group && group.status !== 200) throw statusFailure(group.status, new URL(host.baseUrl).host)
  const body = {
    name,
    path: name,
    visibility: 'private',
    default_branch: branch,
    initialize_with_readme: false,
    ...(group && { namespace_id: group.fields.id }),
  }
  const { status, fields } = await ask(fetcher, host, { path: '/projects', body }, signal)
  if (status !== 201) throw statusFailure(status, new URL(host.baseUrl).host)
  return hostedRepository(fields, `${owner}/${name}`)
}

const hostedRepository = (fields: Readonly<Record<string, unknown>>, fullName: string): HostedRepository => ({
  fullName: [fields.full_name, fields.path_with_namespace].find((name) => typeof name === 'string') ?? fullName,
  isPrivate: fields.private === true || fields.visibility === 'private',
})
