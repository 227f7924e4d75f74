import { hostedIssue, type HostedComment, type HostedIssue, type HostPlace } from './hosted.ts'
import { askList, listOf } from './ask.ts'
import type { Fields } from './host-request.ts'
import { issuesOfAssignee, readNotes } from './gitlab.ts'
import { commentsOfIssue, inOrder } from './pull-requests.ts'

/**
 * The open issues that are assigned to an account, without pull requests, oldest first: the newest 500. Throws a
 * `CodeHostFailure`. Sources: GitHub REST API 2022-11-28, “List repository issues”; Gitea API 1.1, `issueListIssues`.
 */
export const assignedIssues = async (place: HostPlace, account: string): Promise<HostedIssue[]> => {
  const { host, fullName } = place
  if (host.kind === 'gitlab') return issuesOfAssignee(place, account)
  const who = encodeURIComponent(account)
  const query = host.kind === 'github' ? `assignee=${who}` : `type=issues&assigned_by=${who}`
  const path = `/repos/${fullName}/issues?state=open&${query}`
  const { rows } = await askList(place, { path, isNewestFirst: true })
  return rows.flatMap((one) => issueOf(one, account)).toReversed()
}

const issueOf = (fields: Fields, account: string): HostedIssue[] => {
  const { number, title, body: text, html_url: url, pull_request: pull, assignees } = fields
  if (pull) return []
  return hostedIssue({ number, title, text, url, logins: listOf(assignees).map(({ login }) => login) }, account)
}

/** People's comments below an issue, oldest first: the newest 500. Throws a `CodeHostFailure`. */
export const issueComments = async (place: HostPlace, number: number): Promise<HostedComment[]> =>
  inOrder(await (place.host.kind === 'gitlab' ? readNotes(place, 'issue', number) : commentsOfIssue(place, number)))
