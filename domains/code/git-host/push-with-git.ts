import { Readable } from 'node:stream'
import { PktError, readPushRequest, TooManyRefsError, type PushRequest } from '../../../execution/repositories/index.ts'
import { record } from '../../../platform/audit/index.ts'
import { handle, type Context } from '../../../platform/handler/index.ts'
import type { EveryDomain } from '../../every-domain.ts'
import { pushCommit, type RevisionRow } from '../revisions/index.ts'
import { bundleMostBytes } from '../uploads/contract.ts'
import { checkPush, type CheckedPush, type CheckPushParts } from './check-push.ts'
import { takeArrival } from './git-turns.ts'
import { hostedHead } from './fetch-with-git.ts'
import { pushWithGit } from './protocol.ts'
import { pushReport } from './report.ts'
import { BodyTooLargeError, bodyOf, drain } from './request-body.ts'
import { headMoved, refusalOfRefs, taskActive, tooManyRefs, type PushRefusal } from './rules.ts'

export type PushParts = CheckPushParts & { readonly everyDomain: Pick<EveryDomain, 'isProjectChanging'> }

type PushContext = Context<typeof pushWithGit>
type Answer = ReturnType<PushContext['commit']>

const refsMost = 1_000

export default (parts: PushParts) =>
  handle(pushWithGit, async (request) => {
    const { params, workspace, read, absent, fail } = request
    if (params.workspace !== workspace) return absent()
    const head = await read((tx) => hostedHead(tx, params.projectId))
    if (typeof head === 'string') return fail[head]()
    const endArrival = takeArrival({ workspace, person: request.caller.userId })
    try {
      return await takePush(parts, request, head)
    } catch (error) {
      if (error instanceof PktError) return fail.noRequest()
      if (error instanceof BodyTooLargeError) return fail.tooLarge()
      throw error
    } finally {
      endArrival()
    }
  })

const takePush = async (parts: PushParts, request: PushContext, head: RevisionRow): Answer => {
  const { workspace, body, header, read, commit, signal } = request
  const content = bodyOf(body, header('content-encoding'), bundleMostBytes)
  const push = await readPushRequest(content, refsMost).catch((error: unknown) => {
    if (error instanceof TooManyRefsError) return error
    throw error
  })
  if (push instanceof TooManyRefsError) {
    // Git reads an answer only once it has sent its whole request.
    await drain(push.rest)
    return refused(request, { commands: [], capabilities: push.capabilities }, tooManyRefs(push.message))
  }
  // Before a large push git sends an empty one, to find out whether its credential is good.
  if (push.commands.length === 0) return commit(async ({ ok }) => ok(Readable.from([])))
  const isChanging = await read((tx) => parts.everyDomain.isProjectChanging(tx, head.projectId))
  const refusal = refusalOfRefs(push.commands, head) ?? (isChanging ? taskActive : undefined)
  if (refusal) {
    await drain(push.pack)
    return refused(request, push, refusal)
  }
  const checked = await checkPush(parts, { workspace, head, push, read, signal })
  return 'reason' in checked ? refused(request, push, checked) : takeCommit(parts, request, { push, checked, head })
}

const takeCommit = async (
  parts: PushParts,
  request: PushContext,
  { push, checked, head }: { push: PushRequest; checked: CheckedPush; head: RevisionRow },
): Answer => {
  const { params, workspace, signal, commit, absent } = request
  const place = { workspace, repositoryId: head.repositoryId }
  try {
    const quarantine = await parts.repositories.store(checked.quarantine, place, signal)
    return await commit(async (end) => {
      const revision = await pushCommit(parts, end.tx, head, { ...checked, quarantine }, end.now)
      if (revision === 'absent') return absent()
      if (revision === 'moved') throw new PushObstacle(headMoved(head.branch))
      if (revision === 'changing') throw new PushObstacle(taskActive)
      const { id: revisionId, generation, commitSha } = revision
      const report = pushReport(push, undefined, [`This is revision ${generation} of the project.`])
      const metadata = { revisionId, generation, commitSha, by: 'git' }
      return end.ok(Readable.from([report]), { resource: ['project', params.projectId], metadata })
    })
  } catch (error) {
    await parts.repositories.discard(checked.quarantine)
    if (error instanceof PushObstacle) return refused(request, push, error.refusal)
    throw error
  }
}

/** Ends the transaction of a push that was overtaken, so that its refusal has one of its own. */
class PushObstacle extends Error {
  readonly refusal: PushRefusal

  constructor(refusal: PushRefusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

/** Answers a push with its refusal, as git shows it, and leaves an audit row. */
const refused = (
  { params, caller, requestId, traceId, commit }: PushContext,
  push: Pick<PushRequest, 'commands' | 'capabilities'>,
  refusal: PushRefusal,
): Answer =>
  commit(async ({ tx, ok }) => {
    const { actor, source, userId } = caller
    record(tx, {
      action: 'revision.create',
      category: 'create',
      outcome: 'failure',
      severity: 'notice',
      actor,
      source,
      requestId,
      traceId,
      resource: ['project', params.projectId],
      details: { operation: pushWithGit.id, code: refusal.code, ...(actor.id !== userId && { userId }) },
    })
    return ok(Readable.from([pushReport(push, refusal)]))
  })
