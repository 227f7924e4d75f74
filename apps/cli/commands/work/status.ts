import { atelier } from '../../program/command.ts'
import { cycles } from '../../../../domains/delivery/cycles/contract.ts'
import { projects } from '../../../../domains/code/projects/contract.ts'
import { headlineLine } from '../../../../domains/delivery/sentences/rules/failure-headline.ts'
import type { Reply } from '../../client/client.ts'
import { pendingRequests, requestLines, waysToDecide, type ListedRequest } from '../../cycle/request.ts'
import { linkedProject } from '../../project.ts'
import { findRepository } from '../../repository/find-repository.ts'
import type { Session } from '../../session.ts'
import { counted, printable } from '../../terminal/text.ts'

type ProjectRow = Reply<typeof projects.listProjects>[number]
type CycleRow = Reply<typeof cycles.listCycles>[number]

const cyclesShown = 10

/** `atelier status`: prints the project of this folder with its cycles, or every project with its newest cycle. */
export const status = async (session: Session, { all = false }: { readonly all?: boolean }): Promise<void> => {
  const { output } = session
  const client = await session.client()
  const here = all ? undefined : await linkedProject(client, await findRepository(session.cwd).catch(() => undefined))
  const rows = await client.call(projects.listProjects)
  const chosenProjects = rows.filter(({ id }) => here === undefined || id === here)
  const newestOf = (id: string) => client.call(cycles.listCycles, { query: { projectId: id, limit: cyclesShown } })
  const statuses = await Promise.all(
    chosenProjects.map(async (project) => ({ project, cycles: await newestOf(project.id) })),
  )
  const waiting = statuses.some(({ cycles: found }) => found.some(isBlocked)) ? await pendingRequests(client) : []
  output.document(statuses)
  if (statuses.length === 0) output.print(`There is no project yet. Import one: ${atelier} import <repository>`)
  for (const { project, cycles: found } of statuses) output.print(projectText(project, found, waiting))
}

const isBlocked = ({ status: is }: CycleRow) => is === 'blocked'

const projectText = (
  { name, handle, id, stack, repositories, counts }: ProjectRow,
  found: readonly CycleRow[],
  waiting: readonly ListedRequest[],
): string => {
  const branch = repositories.find(({ primary }) => primary)?.defaultBranch
  const facts = [stack, branch, counted(counts.revisions, 'revision'), counted(counts.cycles, 'cycle')]
    .filter((fact) => fact != null)
    .map(printable)
  return [
    `${printable(name)} (${handle}) · ${facts.join(' · ')}`,
    `  ${id}`,
    ...found.flatMap((cycle) => cycleLines(cycle, waiting)),
    ...(counts.cycles > found.length ? [`  and ${counts.cycles - found.length} older`] : []),
  ].join('\n')
}

/** A cycle, and under it why it failed, or what its run waits for. */
const cycleLines = (cycle: CycleRow, waiting: readonly ListedRequest[]) => [
  `  ${cycle.status.padEnd(9)} ${cycle.handle}  ${printable(cycle.title)}${cycle.verdict === null ? '' : ` · ${cycle.verdict}`}`,
  ...(cycle.failure ? [`            ${printable(headlineLine(cycle.failure.message))}`] : []),
  ...waiting
    .filter(({ cycleId }) => cycleId === cycle.id)
    .flatMap((request) => [...requestLines(request), ...waysToDecide(request)].map((line) => `            ${line}`)),
]
