import { planning } from '../../../../domains/delivery/planning/contract.ts'
import { repositoryReads } from '../../../../domains/delivery/repository-reads/contract.ts'
import type { Client, Reply } from '../../client/client.ts'
import { atelier } from '../../program/command.ts'
import { absent, usage } from '../../failure.ts'
import { openProject, type ProjectOption } from '../../project.ts'
import type { Session } from '../../session.ts'
import { columns, printable } from '../../terminal/text.ts'
import { printProposed } from '../work/propose.ts'

type Row = Reply<typeof repositoryReads.listProjectHistory>[number]

const rowsMost = 100

/** `atelier revisions`: prints the newest revisions (snapshots) of a project, one to a line. */
export const listRevisions = async (session: Session, options: ProjectOption): Promise<void> => {
  const { client, id } = await openProject(session, options)
  const rows = await client.call(repositoryReads.listProjectHistory, { params: { id }, query: { limit: rowsMost } })
  session.output.show(rows, rows.map(toLine))
  if (rows.length === rowsMost) session.output.say('There may be older revisions.')
}

const toLine = ({ generation, createdAt, commitSha, additions, deletions, cycleTitle, source }: Row): string =>
  columns([
    String(generation).padStart(5),
    createdAt.slice(0, 16),
    commitSha.slice(0, 7),
    additions === null ? null : `+${additions} -${deletions ?? 0}`,
    cycleTitle ?? source,
  ])

/** `atelier go-back <number>`: proposes a cycle that brings a project back to an earlier revision. */
export const goBack = async (session: Session, number: string, options: ProjectOption): Promise<void> => {
  if (!/^[1-9]\d{0,14}$/.test(number))
    throw usage(`${printable(number)} is not the number of a revision. ${atelier} revisions lists them.`)
  const { client, id } = await openProject(session, options)
  const { newest, named } = await findRevisions(client, id, Number(number))
  if (!newest || !named)
    throw absent('no_revision', `The project has no revision ${number}. ${atelier} revisions lists them.`)
  const body = { revisionId: named.revisionId, expectedRevisionId: newest.revisionId }
  printProposed(session, await client.call(planning.goBack, { params: { id }, body }))
}

/** Returns the newest revision, and the revision with this number; `named` is undefined if no revision has it. */
const findRevisions = async (client: Client, id: string, generation: number) => {
  let newest: Row | undefined
  for await (const row of client.every(repositoryReads.listProjectHistory, { params: { id } })) {
    newest ??= row
    if (row.generation <= generation) return { newest, named: row.generation === generation ? row : undefined }
  }
  return { newest, named: undefined }
}
