import type { Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { MessageRow } from './tables.ts'
import type { CycleAttachment, ProjectThreads } from './contract.ts'
import { namesOfPeople, isAgency, type Caller } from '../../../platform/access/index.ts'
import { findAgent } from '../../agents/agents/index.ts'
import type { TaskComment } from './contract/comments.ts'
import { documentsWithIds, documentStatusOf, type DocumentView } from '../../agents/parsing/index.ts'
import type { AttachmentView } from './store-attachments.ts'
import { type ThreadCount, threadCounts } from './store-project.ts'

/** Messages as callers read them, each with its author's name. */
export const presentMessages = async (tx: Transaction, rows: readonly MessageRow[]) => {
  const names = await authorNames(tx, rows)
  return rows.map(({ taskId: _taskId, asksModel: _asksModel, createdBy, ...row }) => ({
    ...row,
    authorId: createdBy,
    authorName: names.get(createdBy) ?? null,
  }))
}

/** Names of the authors of some messages, by id, without deleted agents and former users. */
const authorNames = async (tx: Transaction, rows: readonly Pick<MessageRow, 'createdBy' | 'authorSide'>[]) => {
  const byKind = Map.groupBy(rows, ({ authorSide }) => (authorSide === 'agent' ? 'agents' : 'people'))
  const idsOf = (kind: 'agents' | 'people') => (byKind.get(kind) ?? []).map(({ createdBy }) => createdBy)
  return new Map([...(await namesOfAgents(tx, idsOf('agents'))), ...(await namesOfPeople(tx, idsOf('people')))])
}

export const namesOfAgents = async (tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const names = new Map<string, string>()
  for (const id of new Set(ids)) {
    const agent = await findAgent(tx, id)
    if (agent) names.set(id, agent.name)
  }
  return names
}

/** Comments on one task as callers read them, each with its author's name. */
export const presentComments = async (
  tx: Transaction,
  { taskId, cycleId }: { readonly taskId: string; readonly cycleId: string },
  rows: readonly MessageRow[],
): Promise<Static<typeof TaskComment>[]> => {
  const names = await authorNames(tx, rows)
  return rows.map((row) => ({
    ...row,
    taskId,
    cycleId,
    body: row.content,
    authorId: row.createdBy,
    authorName: names.get(row.createdBy) ?? null,
    authorSide: row.authorSide === 'client' ? 'client' : 'agency',
  }))
}

type WireAttachment = Static<typeof CycleAttachment>

/** Files as callers see them; what became of their text is the agency’s. */
export const presentAttachments = async (
  tx: Transaction,
  { role }: Pick<Caller, 'role'>,
  rows: readonly AttachmentView[],
): Promise<WireAttachment[]> => {
  const ids = isAgency(role) ? rows.flatMap(({ documentId }) => documentId ?? []) : []
  const documents = new Map((await documentsWithIds(tx, { ids })).map((document) => [document.id, document]))
  return rows.map(({ createdBy, documentId, ...row }) => ({
    ...row,
    authorId: createdBy,
    document: presentDocument(documents.get(documentId ?? '')),
  }))
}

const presentDocument = (row: DocumentView | undefined): WireAttachment['document'] => {
  if (!row) return null
  const { id, pagesTotal, pagesRead, refusal } = row
  return { id, status: documentStatusOf(row), pagesTotal, pagesRead, refusal }
}

const cyclesMost = 200

type CycleThreads = Static<typeof ProjectThreads>['cycles'][number]

/** The conversations of a project, the most recently active cycles first. */
export const threadsOf = async (tx: Transaction, projectId: string): Promise<Static<typeof ProjectThreads>> => {
  const byCycle = Map.groupBy(await threadCounts(tx, { projectId, cycles: cyclesMost + 1 }), ({ cycleId }) => cycleId)
  const own = countOf(byCycle.get(null)?.[0])
  byCycle.delete(null)
  const shown = [...byCycle.values()].slice(0, cyclesMost)
  const agentIds = shown.flat().flatMap(({ agentId }) => agentId ?? [])
  const names = await namesOfAgents(tx, agentIds)
  const cycles = shown.map((threads): CycleThreads => {
    const { cycleId, cycleTitle } = threads[0]!
    const isOfCycle = ({ agentId, taskId }: ThreadCount) => agentId === null && taskId === null
    return {
      cycleId: cycleId!,
      title: cycleTitle!,
      ...countOf(threads.find(isOfCycle)),
      agents: threads.flatMap(({ agentId, ...count }) =>
        agentId === null ? [] : { agentId, name: names.get(agentId) ?? null, ...countOf(count) },
      ),
      tasks: threads.flatMap(({ taskId, taskTitle: title, ...count }) =>
        taskId === null || title === null ? [] : { taskId, title, ...countOf(count) },
      ),
    }
  })
  return { projectId, ...own, cycles, cyclesTruncated: byCycle.size > cyclesMost }
}

const countOf = (count: Pick<ThreadCount, 'messages' | 'newestAt'> | undefined) => ({
  messages: count?.messages ?? 0,
  newestAt: count?.newestAt ?? null,
})
