import { v7 as uuidv7 } from 'uuid'
import { pageMost } from '../../../platform/contract/index.ts'
import { cursorOf } from '../../../platform/db/page.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { publicAddressOf, type Fetcher } from '../../../platform/fetch/index.ts'
import { handle } from '../../../platform/handler/index.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import * as contract from './contract.ts'
import { researchRun } from './graph.ts'
import { presentGrowthProject, presentCitable, readProject, readBrainOf, readRun } from './present.ts'
import { isAtWork, nameOf, plainText, replacedStatements } from './rules.ts'
import { approvalsIn, citablePage, insertBrain, statementsOf } from './store-brain.ts'
import { newestGrowthRun, insertGrowthRun, saveRunOf, type NewGrowthRun } from './store-runs.ts'
import {
  archiveGrowthProjectRow,
  lockGrowthProject,
  insertGrowthProject,
  findGrowthProject,
  growthProjectPage,
  saveBrainVersion,
  saveNotes,
  saveWebsite,
  unarchiveGrowthProjectRow,
} from './store.ts'
import type { ResearchParts } from './write-statements.ts'

/** The fault of an address that leads nowhere public. */
const noWebsite = {
  path: 'websiteUrl',
  message: 'is not the address of a public website, such as https://example.com',
  rule: 'public_website',
}

/** The address in the form of a request; undefined for an address that leads nowhere public. */
const websiteOf = (fetcher: Pick<Fetcher, 'judge'>, text: string): string | undefined => {
  const href = publicAddressOf(text, fetcher, 'http', 'query', 'fragment')?.href
  return href !== undefined && href.length <= 2_000 ? href : undefined
}

/** Starts a run of research in a growth project that is locked and has none at work. */
const beginRun = async (tx: Transaction, engine: Pick<Engine, 'start'>, request: Omit<NewGrowthRun, 'id'>) => {
  const run = await insertGrowthRun(tx, { id: uuidv7(), ...request })
  const { graph: kind, name: first } = researchRun.at.read
  const { id: runId } = await engine.start(tx, { workspaceId: tx.workspace!, kind, subjectId: run.id, first })
  await saveRunOf(tx, { id: run.id, runId })
  return { ...run, runId }
}

const archiveGrowthProject = handle(
  contract.archiveGrowthProject,
  async ({ tx, params: { projectId: id }, caller, now, absent, fail, ok }) => {
    const project = (await lockGrowthProject(tx, { id })) ?? absent()
    if (project.archivedAt !== null) return fail.archived()
    if (isAtWork((await newestGrowthRun(tx, { growthProjectId: id }))?.status)) return fail.running()
    const archived = (await archiveGrowthProjectRow(tx, { id, now, userId: caller.userId })) ?? fail.archived()
    return ok(presentGrowthProject(archived), { resource: ['growth_project', id] })
  },
)

const createGrowthProject = ({ engine, fetcher }: ResearchParts) =>
  handle(contract.createGrowthProject, async ({ tx, body, caller, now, invalid, created }) => {
    const websiteUrl = websiteOf(fetcher, body.websiteUrl)
    if (websiteUrl === undefined) return invalid([noWebsite])
    const { name = nameOf(websiteUrl), notes = null } = body
    const { userId } = caller
    const project = await insertGrowthProject(tx, { id: uuidv7(), name, websiteUrl, notes, userId, now })
    await beginRun(tx, engine, { growthProjectId: project.id, userId, now })
    return created(await readProject(tx, project), {
      resource: ['growth_project', project.id],
      metadata: { name, websiteUrl },
    })
  })

const getGrowthBrain = handle(contract.getGrowthBrain, async ({ tx, params, query, absent, fail, ok }) => {
  const project = (await findGrowthProject(tx, { id: params.projectId })) ?? absent()
  return ok((await readBrainOf(tx, project, query.version)) ?? fail.noBrain())
})

const listGrowthCitableProjects = handle(
  contract.listGrowthCitableProjects,
  async ({ tx, caller, query, next, ok }) => {
    const page = await citablePage(tx, caller, cursorOf(query.cursor), query.limit ?? pageMost)
    const approvals = await approvalsIn(tx, { ids: page.rows.map(({ projectId }) => projectId) })
    next(page.next)
    return ok(page.rows.map((row) => presentCitable(row, approvals)))
  },
)

const listGrowthProjects = handle(contract.listGrowthProjects, async ({ tx, query, next, ok }) => {
  const page = await growthProjectPage(tx, cursorOf(query.cursor), query.limit ?? pageMost)
  next(page.next)
  return ok(page.rows.map(presentGrowthProject))
})

const unknownStatement = (at: number) => ({
  path: `statements[${at}].id`,
  message: 'is no statement of this version, or is named twice',
  rule: 'exists',
})
const emptyStatement = (at: number) => ({ path: `statements[${at}].text`, message: 'is blank', rule: 'minLength' })

const replaceGrowthBrain = handle(
  contract.replaceGrowthBrain,
  async ({ tx, params, body, caller, now, absent, fail, invalid, ok }) => {
    const { projectId: id } = params
    const project = (await lockGrowthProject(tx, { id })) ?? absent()
    if (project.archivedAt !== null) return fail.archived()
    if (project.brainVersion !== body.version) return fail.changed()
    const typed = body.statements.map((one) => ({ ...one, text: plainText(one.text) }))
    const empty = typed.flatMap(({ text }, at) => (text === '' ? [emptyStatement(at)] : []))
    if (empty.length > 0) return invalid(empty)
    const before = await statementsOf(tx, { growthProjectId: id, version: body.version })
    const replaced = replacedStatements(before, typed, uuidv7)
    if ('unknown' in replaced) return invalid(replaced.unknown.map(unknownStatement))
    const version = body.version + 1
    const author = { source: 'person', growthRunId: null, writtenBy: caller.userId } as const
    await insertBrain(tx, { growthProjectId: id, version, ...author, now }, replaced.statements)
    await saveBrainVersion(tx, { id, version })
    return ok((await readBrainOf(tx, { ...project, brainVersion: version }))!, {
      resource: ['growth_brain', id],
      parent: ['growth_project', id],
      metadata: { version, statements: replaced.statements.length },
    })
  },
)

const startGrowthRun = ({ engine, fetcher }: ResearchParts) =>
  handle(contract.startGrowthRun, async ({ tx, params, body, caller, now, absent, fail, invalid, accepted }) => {
    const id = params.projectId
    const websiteUrl = body.websiteUrl === undefined ? undefined : websiteOf(fetcher, body.websiteUrl)
    if (body.websiteUrl !== undefined && websiteUrl === undefined) return invalid([noWebsite])
    const project = (await lockGrowthProject(tx, { id })) ?? absent()
    if (project.archivedAt !== null) return fail.archived()
    if (isAtWork((await newestGrowthRun(tx, { growthProjectId: id }))?.status)) return fail.running()
    if (websiteUrl !== undefined) await saveWebsite(tx, { id, websiteUrl })
    if (body.notes !== undefined) await saveNotes(tx, { id, notes: body.notes })
    const run = await beginRun(tx, engine, { growthProjectId: id, userId: caller.userId, now })
    return accepted(await readRun(tx, run), {
      resource: ['growth_run', run.id],
      parent: ['growth_project', id],
      ...(websiteUrl !== undefined && { metadata: { websiteUrl } }),
    })
  })

const unarchiveGrowthProject = handle(
  contract.unarchiveGrowthProject,
  async ({ tx, params: { projectId: id }, fail, ok }) => {
    const project = (await unarchiveGrowthProjectRow(tx, { id })) ?? fail.notArchived()
    return ok(presentGrowthProject(project), { resource: ['growth_project', id] })
  },
)

export default (parts: ResearchParts) => ({
  listGrowthProjects,
  createGrowthProject: createGrowthProject(parts),
  archiveGrowthProject,
  unarchiveGrowthProject,
  startGrowthRun: startGrowthRun(parts),
  getGrowthBrain,
  replaceGrowthBrain,
  listGrowthCitableProjects,
})
