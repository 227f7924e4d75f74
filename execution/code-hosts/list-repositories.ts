import type { Fetcher } from '../../platform/fetch/index.ts'
import { listOf } from './ask.ts'
import { askHost, hostedRepository, type HostedRepository } from './code-host.ts'
import { fieldsOf, type CodeHostAccess, type Fields } from './host-request.ts'
import { statusFailure } from './failure.ts'

interface ListedRepository extends HostedRepository {
  /** When it was last pushed to or changed, as the host reports it. */
  readonly changedAt: Date | undefined
}

const rowsMost = 50
/** GitHub and Gitea have no search among the repositories of a token: so many pages are read and searched here. */
const pagesMost = 10
const pagesWithinMs = 15_000
const nameMost = 199

interface ListRequest {
  readonly host: CodeHostAccess
  /** A part of the full name, in any case; all are listed if it is empty. */
  readonly search: string
  readonly signal: AbortSignal
}

/**
 * At most 50 repositories that the token or the app of a code host sees. Throws a `CodeHostFailure`. Sources: GitHub REST
 * API 2022-11-28, “List repositories for the authenticated user” and “List repositories accessible to the app
 * installation”; Gitea API 1.1, “List the repos that the authenticated user owns”; GitLab REST API v4, “List all projects”.
 */
export const listHostedRepositories = async (fetcher: Fetcher, request: ListRequest) => {
  const wanted = request.search.trim().toLowerCase()
  const found: ListedRepository[] = []
  const late = AbortSignal.timeout(pagesWithinMs)
  let isLast = false
  for (let page = 1; page <= pagesMost && !isLast && found.length <= rowsMost && !late.aborted; page++) {
    const { repositories, isFull } = await readPage(fetcher, request, page)
    // GitLab searched, by titles too.
    const isSearched = request.host.kind === 'gitlab'
    found.push(...repositories.filter(({ fullName }) => isSearched || fullName.toLowerCase().includes(wanted)))
    isLast = !isFull
  }
  const newest = found.toSorted((one, other) => Number(other.changedAt ?? 0) - Number(one.changedAt ?? 0))
  return { repositories: newest.slice(0, rowsMost), hasMore: !isLast || found.length > rowsMost }
}

const readPage = async (fetcher: Fetcher, { host, search, signal }: ListRequest, page: number) => {
  const answer = await askHost(fetcher, host, { path: pathOf(host, search.trim(), page) }, signal)
  const { status, body } = answer
  if (status !== 200) throw statusFailure(answer, host.baseUrl)
  const rows = listOf(host.app ? fieldsOf(body).repositories : body)
  return { repositories: rows.flatMap(repositoryOf), isFull: rows.length >= rowsMost }
}

const pathOf = ({ kind, app }: CodeHostAccess, search: string, page: number): string => {
  if (app) return `/installation/repositories?per_page=${rowsMost}&page=${page}`
  if (kind === 'github') return `/user/repos?sort=pushed&per_page=${rowsMost}&page=${page}`
  if (kind === 'gitea') return `/user/repos?limit=${rowsMost}&page=${page}`
  const order = 'membership=true&order_by=last_activity_at&sort=desc'
  const searchQuery = search === '' ? '' : `&search_namespaces=true&search=${encodeURIComponent(search)}`
  return `/projects?${order}&per_page=${rowsMost}&page=${page}${searchQuery}`
}

const repositoryOf = (fields: Fields): ListedRepository[] => {
  const repository = hostedRepository(fields, '')
  if (repository.fullName === '' || repository.fullName.length > nameMost) return []
  const at = [fields.pushed_at, fields.last_activity_at, fields.updated_at].find((time) => typeof time === 'string')
  const isTime = at !== undefined && !Number.isNaN(Date.parse(at))
  return [{ ...repository, changedAt: isTime ? new Date(at) : undefined }]
}
