import { createHash } from 'node:crypto'
import { askHost } from './code-host.ts'
import { isWritingMember } from './gitlab.ts'
import { fieldsOf } from './host-request.ts'
import type { HostPlace } from './hosted.ts'
import { statusFailure } from './failure.ts'

const validMs = 5 * 60_000
const answersMost = 1_000

const answers = new Map<string, { readonly may: boolean; readonly untilMs: number }>()

/** Whether an account may write to the repository; valid for five minutes. Throws `CodeHostFailure`. */
export const mayWriteTo = async (place: HostPlace, login: string): Promise<boolean> => {
  const { host, fullName } = place
  const key = createHash('sha256')
    .update(JSON.stringify([host, fullName, login.toLowerCase()]))
    .digest('base64')
  const before = answers.get(key)
  if (before && before.untilMs > Date.now()) return before.may
  const may = host.kind === 'gitlab' ? await isWritingMember(place, login) : await hasPermission(place, login)
  answers.delete(key)
  answers.set(key, { may, untilMs: Date.now() + validMs })
  if (answers.size > answersMost) answers.delete(answers.keys().next().value!)
  return may
}

const writing = ['owner', 'admin', 'maintain', 'write']

/**
 * A collaborator may be one who only reads: the permission itself is asked. Sources: GitHub REST API 2022-11-28, “Get
 * repository permissions for a user”; Gitea API 1.1, `repoGetRepoPermissions`.
 */
const hasPermission = async ({ fetcher, host, fullName, signal }: HostPlace, login: string): Promise<boolean> => {
  const path = `/repos/${fullName}/collaborators/${encodeURIComponent(login)}/permission`
  const answer = await askHost(fetcher, host, { path }, signal)
  if (answer.status === 404) return false
  if (answer.status !== 200) throw statusFailure(answer, host.baseUrl)
  return writing.includes(String(fieldsOf(answer.body).permission))
}
