import { addCycleTask } from '../../domains/delivery/planning/contract.ts'
import { titleOfMend } from '../../domains/delivery/runs/rules-moves.ts'
import { library, propose } from '../delivery.ts'
import { heldCommand } from './held-commands.ts'
import { mergingProject } from '../repositories/merging-project.ts'
import type { FakeProvider, SeenBody } from '../model-provider/index.ts'
import { git } from '../repository.ts'
import { headOfBranch } from '../repositories/refs.ts'
import type { Scene } from '../scene.ts'
import { turns } from './scripted-turns.ts'
import type { TestServer } from '../server.ts'

/** The steps of each agent, by a word of its task; it writes a file and ends. */
interface Script {
  /** The file that the so manieth agent writes that is to mend the result; none if it does nothing. */
  mends: (string | undefined)[]
  /** The inputs of the agents of mends. */
  readonly given: string[]
  /** The file whose agent waits before it writes it. */
  held: string | undefined
}

/** Passes with one of the files, and with both only if a third exists. */
const command = 'test ! -e a.txt || test ! -e b.txt || test -e c.txt || { echo "a and b need c"; false; }'

/** Cycles whose tasks pass one by one and not together, and agents that mend them on request. */
export const mends = (server: TestServer, provider: FakeProvider) => {
  const script: Script = { mends: [], given: [], held: undefined }

  const fileFor = (asked: string) => {
    if (!asked.includes(titleOfMend)) return /Write (\w\.txt)/.exec(asked)![1]
    script.given.push(asked)
    return script.mends.shift()
  }

  const answerTo = ({ messages }: SeenBody) => {
    if (messages.at(-1)!.role === 'tool') return turns.end('It is done.')
    const file = fileFor(messages.findLast(({ role }) => role === 'user')!.content!)
    if (file === undefined) return turns.end('DONE: There is nothing to do.')
    if (file === script.held) return turns.run(`${heldCommand(server)}; echo 1 >${file}`)
    return turns.write(file, `${file} ${script.given.length}\n`)
  }

  const serve = async () => {
    for (;;) provider.push(answerTo((await provider.nextRequest()).body))
  }
  serve().catch(() => provider.close())

  const mainOf = async ({ rows }: Scene, projectId: string) => {
    const [row] = (await rows('repository')).filter(({ project_id: of }) => of === projectId)
    const gitDir = server.gitDirOf(row!.id)
    return async () =>
      git(gitDir, 'ls-tree', '--name-only', await headOfBranch(server, row!.id))
        .trim()
        .split('\n')
  }

  const world = async () => {
    const { at, projectId } = await mergingProject(server, library, { checks: [{ name: 'together', command }] })
    return { ...at, projectId, main: mainOf(at, projectId) }
  }

  const tell = (mends: Script['mends'], held?: string) => {
    Object.assign(script, { mends, held })
    script.given.length = 0
  }

  return { script, world, tell }
}

export type World = Awaited<ReturnType<ReturnType<typeof mends>['world']>>

/** A cycle whose tasks write these files. */
export const cycleOf = async ({ owner, projectId }: World, ...files: string[]) => {
  const id = await propose(owner, projectId, 'Write files.')
  for (const file of files)
    await owner.call(addCycleTask, { id, body: { title: `Add ${file}`, description: `Write ${file}.` } })
  return id
}

export const pathsOf = (files: { path: string }[]) => files.map(({ path }) => path)
