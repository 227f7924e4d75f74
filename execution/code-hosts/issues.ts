import { isWebAddress } from './addresses.ts'
import { ask, listOf } from './ask.ts'
import { askHost } from './code-host.ts'
import { fieldsOf, statusFailure } from './host-request.ts'
import { issuesOfAssignee, isWritingMember, readNotes } from './gitlab.ts'
import type { HostedComment, HostedIssue, HostPlace } from './hosted.ts'
import { commentsOfIssue } from './pull-requests.ts'

const textMost = 5_000
const listedMost = 50

/**
 * The open issues that are assigned to an account, without pull requests: the newest page. Throws a `CodeHostFailure`.
 * Sources: GitHub REST API 2022-11-28, “List repository issues”; Gitea API 1.1, `issueListIssues`.
 */
export const assignedIssues = async (place: HostPlace, account: string): Promise<HostedIssue[]> => {
  const { host, fullName } = place
  if (host.kind === 'gitlab') return issuesOfAssignee(place, account)
  const who = encodeURIComponent(account)
  const query =
    host.kind === 'github'
      ? `state=open&per_page=${listedMost}&assignee=${who}`
      : `state=open&type=issues&limit=${listedMost}&assigned_by=${who}`
  const listed = listOf(await ask(place, { path: `/repos/${fullName}/issues?${query}` }, 200))
  return listed.flatMap((one) => issueOf(one, account))
}

const issueOf = (fields: Readonly<Record<string, unknown>>, account: string): HostedIssue[] => {
  const { number, title, body, html_url: url, pull_request: pull, assignees } = fields
  if (typeof number !== 'number' || typeof title !== 'string' || typeof url !== 'string') return []
  if (pull || !isWebAddress(url)) return []
  const logins = (Array.isArray(assignees) ? assignees : []).map((one) => String(fieldsOf(one).login).toLowerCase())
  if (!logins.includes(account.toLowerCase())) return []
  const text = typeof body === 'string' ? body.slice(0, textMost) : ''
  return [{ number, title: title.slice(0, 500), text, url: url.slice(0, 2_048) }]
}

/** People's comments below an issue, oldest first: the newest page. Throws a `CodeHostFailure`. */
export const issueComments = (place: HostPlace, number: number): Promise<HostedComment[]> =>
  place.host.kind === 'gitlab' ? readNotes(place, 'issue', number) : commentsOfIssue(place, number)

/** Whether an account may write to the repository, so that its words count as those of the team. */
export const mayWriteTo = async (place: HostPlace, login: string): Promise<boolean> => {
  const { fetcher, host, fullName, signal } = place
  if (login.toLowerCase() === fullName.split('/')[0]!.toLowerCase()) return true
  if (host.kind === 'gitlab') return isWritingMember(place, login)
  const path = `/repos/${fullName}/collaborators/${encodeURIComponent(login)}`
  const { status } = await askHost(fetcher, host, { path }, signal)
  if (status === 204) return true
  if (status === 404) return false
  throw statusFailure(status, new URL(host.baseUrl).host)
}
