import { v7 as uuidv7, validate } from 'uuid'
import { readableTypes } from '../../../packages/document-readers/index.ts'
import { isAgency, namesOfPeople, type Role } from '../../../platform/access/index.ts'
import { record } from '../../../platform/audit/index.ts'
import { pageMost } from '../../../platform/contract/index.ts'
import { cursorOf, newest } from '../../../platform/db/page.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { handle, withBody } from '../../../platform/handler/index.ts'
import { isDiskFull } from '../../../platform/storage/index.ts'
import { publishedIdentity } from '../../accounts/brand/index.ts'
import {
  checkedContent,
  refusalOf,
  hasAssetRoom,
  recordAsset,
  storeAsset,
  TypeDiffersError,
  findAsset,
  openAsset,
  useAsset,
} from '../../agents/assets/index.ts'
import { findPagePicture } from '../../code/deployments/index.ts'
import { findProject, shownTo } from '../../code/projects/index.ts'
import { findCycle, type CycleRow } from '../cycles/index.ts'
import { findTask } from '../tasks/index.ts'
import { aboutAttachment, parseAttachment, type AttachmentParts, shownAttachment } from './attachments.ts'
import * as contract from './contract.ts'
import { presentAttachments, presentComments, presentMessages, threadsOf } from './present.ts'
import { type PreviewCommentParts, previewVisit } from './preview-visitor.ts'
import { excerptMost, contentWithPin, formOf, type Pin } from './rules.ts'
import { attachmentLimits, isAttachmentShown } from './rules/attachments.ts'
import {
  findAttachment,
  hasAttachmentRoom,
  insertAttachment,
  isOtherMessage,
  attachmentsOf,
  lockAttachment,
  setAttachmentDocument,
  removeAttachment,
} from './store-attachments.ts'
import { conversationsOfClients, projectMessagePage } from './store-project.ts'
import { messagePage } from './store-cycle.ts'
import { addMessage, commentPage } from './store.ts'
import type { AnswerParts } from './stream/answerer.ts'
import { storeAskedTurn } from './stream/store-asked-turn.ts'
import { outcomeBeforeAnswer, turnEnd, turnFrames } from './stream/turn-frames.ts'
import type { MessageRow } from './tables.ts'
import { drivesAgents, sideOf, storeTurn, type Turn } from './turn.ts'

const addCycleAttachment = (parts: AttachmentParts) =>
  handle(contract.addCycleAttachment, async (context) => {
    const { params, query, caller, workspace, header, body, signal, commit, absent, fail } = context
    const { name } = query
    const { userId, role } = caller
    const messageId = query.messageId ?? null
    const authorSide = sideOf(role)
    if (authorSide === 'client' && messageId === null) return fail.needsMessage()
    const mediaType = header('content-type')!.split(';')[0]!.trim().toLowerCase()
    const limits = { maxBytes: attachmentLimits.fileBytes, signal }
    try {
      return await storeAsset(parts, workspace, checkedContent(body, mediaType), limits, (stored) =>
        commit(async ({ tx, now, created }) => {
          const cycle = (await findCycle(tx, params.id)) ?? absent()
          const { id: cycleId, projectId } = cycle
          if (messageId !== null && (await isOtherMessage(tx, { id: messageId, cycleId, userId })))
            return fail.messageIdTaken()
          if (!(await hasAttachmentRoom(tx, cycleId))) return fail.tooMany()
          const facts = { mediaType, fileName: name, origin: 'upload', createdBy: userId } as const
          const asset = await recordAsset(tx, stored, facts, now)
          if (!(await hasAssetRoom(tx))) return fail.full()
          const id = uuidv7()
          const documentId =
            authorSide === 'agency'
              ? await parseAttachment(tx, parts.engine, asset, { projectId, fileName: name, userId, now })
              : undefined
          const { id: assetId, sizeBytes, sha256 } = asset
          const place = { id, projectId, cycleId, messageId, authorSide, createdBy: userId, now }
          const file = { assetId, documentId: documentId ?? null, name, mediaType, sizeBytes }
          await insertAttachment(tx, { ...place, ...file })
          const added = (await findAttachment(tx, { cycleId, id }))!
          const [attachment] = await presentAttachments(tx, caller, [added])
          return created(attachment!, aboutAttachment(cycle, added, { mediaType, sizeBytes, sha256 }))
        }),
      )
    } catch (error) {
      if (error instanceof TypeDiffersError) throw refusalOf(contract.addCycleAttachment.errors.differs, error.message)
      if (isDiskFull(error)) return fail.diskFull()
      throw error
    }
  })

const addTaskComment = handle(contract.addTaskComment, async (context) => {
  const { tx, params, body, caller, now, fail, absent, created } = context
  const { id: taskId, projectId, cycleId } = (await findTask(tx, params.id)) ?? absent()
  const id = body.messageId ?? uuidv7()
  const authorSide = sideOf(caller.role)
  const message = { id, projectId, cycleId, taskId, content: body.body, createdBy: caller.userId }
  const added = (await addMessage(tx, { ...message, drives: false, authorSide, now })) ?? fail.messageIdTaken()
  const [comment] = await presentComments(tx, { taskId, cycleId }, [added.row])
  return created(comment!, {
    resource: ['task_comment', id],
    parent: ['task', taskId],
    within: { projectId, cycleId, taskId },
    metadata: { projectId, cycleId, authorSide },
    ...(added.isRepeated && { repeated: true }),
  })
})

const getCycleAttachment = ({ objects }: Pick<AttachmentParts, 'objects'>) =>
  handle(contract.getCycleAttachment, async ({ read, workspace, caller, params, absent, ok }) => {
    const found = await read(async (tx) => {
      const cycle = await findCycle(tx, params.id)
      const attachment = cycle && (await shownAttachment(tx, cycle, params.attachmentId, caller))
      const asset = attachment && (await findAsset(tx, attachment.assetId))
      return asset && { attachment, asset }
    })
    if (!found) return absent()
    const { attachment, asset } = found
    const { content } = (await openAsset(objects, workspace, asset)) ?? absent()
    const { mediaType, name: fileName } = attachment
    return ok({ mediaType, fileName, content })
  })

const getProjectThreads = handle(contract.getProjectThreads, async ({ tx, params, absent, ok }) => {
  const { id } = (await findProject(tx, params.id)) ?? absent()
  return ok(await threadsOf(tx, id))
})

const listClientConversations = handle(contract.listClientConversations, async ({ tx, caller, ok }) => {
  const only = shownTo(caller).only ?? null
  const filter = { only, projectId: null, grantedTo: null }
  const rows = await conversationsOfClients(tx, { ...filter, excerptMost, rows: contract.conversationsMost })
  const clients = rows.map(({ createdBy }) => createdBy)
  const names = await namesOfPeople(tx, clients)
  return ok(rows.map(({ createdBy, ...row }) => ({ ...row, authorName: names.get(createdBy) ?? null })))
})

const listCycleAttachments = handle(contract.listCycleAttachments, async ({ tx, params, caller, absent, ok }) => {
  const { id } = (await findCycle(tx, params.id)) ?? absent()
  const reader = { userId: caller.userId, isOfAgency: isAgency(caller.role) }
  const shown = (await attachmentsOf(tx, id)).filter((row) => isAttachmentShown(row, reader))
  return ok(await presentAttachments(tx, caller, shown))
})

const listCycleMessages = handle(contract.listCycleMessages, async ({ tx, params, query, level, previous, ok }) => {
  const { agentId = null, cursor, limit = pageMost } = query
  const before = cursorOf(cursor)
  if (!level || !validate(params.id) || (agentId !== null && !validate(agentId))) return ok([])
  const page = await messagePage(tx, params.id, { agentId, before, limit })
  previous(page.previous)
  return ok(await presentMessages(tx, page.rows))
})

const listProjectMessages = handle(contract.listProjectMessages, async ({ tx, params, query, previous, ok }) => {
  const page = await projectMessagePage(tx, params.id, cursorOf(query.cursor), query.limit ?? pageMost)
  previous(page.previous)
  return ok(await presentMessages(tx, page.rows))
})

const listTaskComments = handle(contract.listTaskComments, async ({ tx, params, query, previous, absent, ok }) => {
  const { id: taskId, cycleId } = (await findTask(tx, params.id)) ?? absent()
  const page = await commentPage(tx, taskId, cursorOf(query.cursor), query.limit ?? pageMost)
  previous(page.previous)
  return ok(await presentComments(tx, { taskId, cycleId }, page.rows))
})

/** A parsed file stays unchanged; a file whose parse failed is parsed again. */
const parseCycleAttachment = ({ engine }: Pick<AttachmentParts, 'engine'>) =>
  handle(contract.parseCycleAttachment, async ({ tx, params, caller, now, absent, ok }) => {
    const cycle = (await findCycle(tx, params.id)) ?? absent()
    await lockAttachment(tx, { id: params.attachmentId })
    const attachment = (await shownAttachment(tx, cycle, params.attachmentId, caller)) ?? absent()
    const [before] = await presentAttachments(tx, caller, [attachment])
    const about = aboutAttachment(cycle, attachment)
    if (before!.document !== null && before!.document.status !== 'failed')
      return ok(before!, { ...about, repeated: true })
    const asset = (await useAsset(tx, attachment.assetId, now)) ?? absent()
    const input = { projectId: cycle.projectId, fileName: attachment.name, userId: caller.userId, now }
    // The file keeps the media type that it was added with.
    const typed = { ...asset, mediaType: attachment.mediaType }
    const documentId = await parseAttachment(tx, engine, typed, input)
    if (documentId === undefined)
      throw refusalOf(
        contract.parseCycleAttachment.errors.notReadable,
        `Accepted are ${readableTypes.join(', ')}; this file is ${attachment.mediaType}.`,
      )
    await setAttachmentDocument(tx, { id: attachment.id, documentId })
    const [parsed] = await presentAttachments(tx, caller, [{ ...attachment, documentId }])
    return ok(parsed!, about)
  })

const removeCycleAttachment = handle(contract.removeCycleAttachment, async (context) => {
  const { tx, params, caller, absent, fail, ok } = context
  const cycle = (await findCycle(tx, params.id)) ?? absent()
  const attachment = (await shownAttachment(tx, cycle, params.attachmentId, caller)) ?? absent()
  if (!isAgency(caller.role) && attachment.isSent) return fail.sent()
  await removeAttachment(tx, { id: attachment.id })
  return ok({ message: `The file “${attachment.name}” is removed.` }, aboutAttachment(cycle, attachment))
})

const shownMost = 100
const waitMs = 60_000

/** Stores a message and waits for a model's answer: words of agents at work are steps of their run, no messages. */
const sendCycleMessage = (parts: AnswerParts) =>
  handle(contract.sendCycleMessage, async (context) => {
    const { params, body, caller, level, workspace, read, commit, signal, fail, absent } = context
    let asked: Awaited<ReturnType<typeof storeAskedTurn>> | undefined
    const stored = await commit(async ({ tx, now, ok }) => {
      const cycle = (await findCycle(tx, params.id)) ?? absent()
      const project = (await findProject(tx, cycle.projectId)) ?? absent()
      asked = await storeAskedTurn(tx, parts, { cycle, project, body, caller, level, now })
      if (asked === 'noAgent') return absent()
      if (asked === 'idTaken') return fail.messageIdTaken()
      const conversation = await conversationOf(tx, asked.turn.row)
      const outcome = outcomeBeforeAnswer(asked, caller.role)
      return ok({ message: asked.message, ...conversation, ...outcome }, asked.turn.about)
    })
    if (typeof asked !== 'object') return stored
    const { message, turn, listeners } = asked
    const before = outcomeBeforeAnswer(asked, caller.role)
    if (!turn.row.drives || (!turn.isRepeated && before.outcome !== 'answering')) return stored
    // Agents at work are not followed: without them a stream ends with the message, or with the model's answer.
    const frames = turnFrames(parts, { ...asked, listeners: [], caller, workspace, signal, read })
    const end = await turnEnd(frames, waitMs, { before, isAtWork: listeners.length > 0 })
    const conversation = await read((tx) => conversationOf(tx, turn.row))
    return withBody(stored, { message, ...conversation, ...end })
  })

const conversationOf = async (tx: Transaction, { cycleId, agentId }: Pick<MessageRow, 'cycleId' | 'agentId'>) => {
  const { rows, previous } = await messagePage(tx, cycleId!, { agentId, before: newest, limit: shownMost })
  return { messages: await presentMessages(tx, rows), hasEarlierMessages: previous !== undefined }
}

const sendProjectMessage = handle(contract.sendProjectMessage, async (context) => {
  const { tx, params, body, caller, level, now, fail, absent, created } = context
  const { id: projectId } = (await findProject(tx, params.id)) ?? absent()
  const id = body.messageId ?? uuidv7()
  const authorSide = sideOf(caller.role)
  const drives = drivesAgents(level)
  const message = { id, projectId, cycleId: null, content: body.content, createdBy: caller.userId }
  const added = (await addMessage(tx, { ...message, authorSide, drives, now })) ?? fail.messageIdTaken()
  const [presented] = await presentMessages(tx, [added.row])
  return created(presented!, {
    resource: ['project_message', id],
    parent: ['project', projectId],
    within: { projectId },
    metadata: { projectId, authorSide, drives },
    ...(added.isRepeated && { repeated: true }),
  })
})

const streamCycleMessage = (parts: AnswerParts) =>
  handle(
    contract.streamCycleMessage,
    async ({ params, body, caller, level, workspace, read, commit, signal, fail, absent }) =>
      commit(async ({ tx, now, ok }) => {
        const cycle = (await findCycle(tx, params.id)) ?? absent()
        const project = (await findProject(tx, cycle.projectId)) ?? absent()
        const asked = await storeAskedTurn(tx, parts, { cycle, project, body, caller, level, now })
        if (asked === 'noAgent') return absent()
        if (asked === 'idTaken') return fail.messageIdTaken()
        return ok(turnFrames(parts, { ...asked, caller, workspace, signal, read }), asked.turn.about)
      }),
  )

const addPreviewComment = ({ previewSite }: PreviewCommentParts) =>
  handle(contract.addPreviewComment, async ({ tx, params, body, now, fail, absent, created }) => {
    const visited = { token: params.token, deploymentId: body.deploymentId }
    const { person, project, deployment, cycle } = (await previewVisit(tx, previewSite, visited, now)) ?? absent()
    if (!person || !cycle) return absent()
    if (project.archivedAt !== null) return fail.archived()
    const { path, left, top, width, height } = body.pin
    const { id: deploymentId, commitSha } = deployment
    const picture = (await findPagePicture(tx, { deploymentId, path, form: formOf(body.pin) })) ?? null
    const pin = { path, left, top, width, height, deploymentId, commitSha, picture }
    const turn = await storeTurn(tx, {
      cycle,
      body: { content: contentWithPin(body.content, pin), messageId: body.messageId },
      caller: person,
      level: person.level,
      pin,
      now,
    })
    if (typeof turn === 'string') return fail.messageIdTaken()
    if (!turn.isRepeated) recordComment(tx, person.userId, turn, pin)
    return created({ id: turn.row.id, hasPicture: picture !== null })
  })

const recordComment = (tx: Transaction, userId: string, { row, about }: Turn, { deploymentId }: Pin) =>
  record(
    tx,
    {
      action: 'cycle.message',
      category: 'create',
      outcome: 'success',
      actor: { type: 'user', id: userId },
      source: 'web',
      resource: ['cycle_message', row.id],
      parent: ['cycle', row.cycleId!],
      details: { ...about.metadata, deploymentId },
    },
    {
      name: 'cycle.messaged',
      entity: ['cycle_message', row.id],
      projectId: row.projectId,
      cycleId: row.cycleId!,
      payload: { deploymentId },
    },
  )

const getPreviewToolbar = ({ previewSite, linkTo }: PreviewCommentParts) =>
  handle(contract.getPreviewToolbar, async ({ tx, params, now, absent, ok }) => {
    const { person, project, deployment, cycle } = (await previewVisit(tx, previewSite, params, now)) ?? absent()
    return ok({
      deploymentId: deployment.id,
      commitSha: deployment.commitSha,
      cycle: person && cycle ? { handle: cycle.handle, title: cycle.title } : null,
      isShared: person === undefined,
      canComment: person !== undefined && cycle !== undefined && project.archivedAt === null,
      reviewUrl: person && cycle ? linkTo(`/console${await reviewPath(tx, cycle, person.role)}`) : null,
    })
  })

/** The page on which a person approves: the portal's for clients, if the portal is open. */
const reviewPath = async (tx: Transaction, { id, projectId }: CycleRow, role: Role): Promise<string> => {
  const portal = isAgency(role) ? undefined : await publishedIdentity(tx)
  return portal?.portalEnabled && portal.slug !== null
    ? `/portal/${encodeURIComponent(portal.slug)}/delivered/${id}`
    : `/projects/${projectId}/cycles/${id}/deliverable`
}

export default (parts: AnswerParts & AttachmentParts & PreviewCommentParts) => ({
  listCycleMessages,
  sendCycleMessage: sendCycleMessage(parts),
  streamCycleMessage: streamCycleMessage(parts),
  listClientConversations,
  listProjectMessages,
  sendProjectMessage,
  getProjectThreads,
  listTaskComments,
  addTaskComment,
  addCycleAttachment: addCycleAttachment(parts),
  listCycleAttachments,
  getCycleAttachment: getCycleAttachment(parts),
  parseCycleAttachment: parseCycleAttachment(parts),
  removeCycleAttachment,
  getPreviewToolbar: getPreviewToolbar(parts),
  addPreviewComment: addPreviewComment(parts),
})
