import { setActiveWorkspace } from '../../../../../domains/accounts/people/contract/me.ts'
import { getCycle } from '../../../../../domains/delivery/cycles/contract.ts'
import { RefusedError } from '../../../../../platform/client/index.ts'
import { call, whoAmI } from '../../../api/client.ts'
import { chosenWorkspace, workplaces } from '../../../api/workspace.ts'
import { paths } from '../../../paths.ts'

/** The subject of a letter's link behind its hash sign, as domains/accounts/letters/rules.ts writes it. */
export interface EmailLink {
  readonly what: string
  readonly workspace: string
  readonly id: string
  /** The request of an approval. */
  readonly approval?: string
}

const parseEmailLink = (hash: string): EmailLink | undefined => {
  const [what, workspace, id, approval] = hash.replace(/^#/, '').split('/')
  return what && workspace && id ? { what, workspace, id, ...(approval && { approval }) } : undefined
}

/**
 * The page of a letter's subject, for a person who works in its workspace, which is chosen on the way. The letter
 * itself for every other signed-in person. Null without a target; throws a refusal without a sign-in.
 */
export const findLinkTarget = async (hash: string): Promise<string | EmailLink | null> => {
  const letter = parseEmailLink(hash)
  const me = await whoAmI()
  if (!letter) return null
  if (!workplaces(me).some(({ id }) => id === letter.workspace)) return letter
  try {
    if (chosenWorkspace(me)?.id === letter.workspace) return await placeOf(letter)
    await call(setActiveWorkspace, { body: { workspaceId: letter.workspace } })
    // The page begins again, since all reads so far are of the other workspace.
    location.reload()
    return await new Promise<never>(() => undefined)
  } catch (error) {
    if (error instanceof RefusedError && (error.status === 403 || error.status === 404)) return null
    throw error
  }
}

const placeOf = async ({ what, id }: EmailLink): Promise<string | null> => {
  const projectOf = async () => (await call(getCycle, { params: { id } })).cycle.projectId
  if (what === 'request') return paths.request(id)
  if (what === 'workspace-budget') return paths.home
  if (what === 'key') return paths.settingsOf('keys')
  if (what === 'project-budget') return paths.project(id)
  if (what === 'cycle' || what === 'cycle-budget') return paths.cycle(await projectOf(), id)
  return what === 'deliverable' ? paths.deliverable(await projectOf(), id) : null
}
