import { setActiveWorkspace } from '../../../../domains/accounts/people/contract/me.ts'
import { getCycle } from '../../../../domains/delivery/cycles/contract.ts'
import { Refused } from '../../../../platform/client/index.ts'
import { call, whoAmI } from '../../api/client.ts'
import { chosenWorkspace, workplaces } from '../../api/workspace.ts'
import { paths } from '../../paths.ts'

/** What the link of a letter names behind its hash sign, as domains/accounts/letters/rules.ts writes it. */
interface Letter {
  readonly what: string
  readonly workspace: string
  readonly id: string
}

export const letterIn = (hash: string): Letter | undefined => {
  const [what, workspace, id] = hash.replace(/^#/, '').split('/')
  return what && workspace && id ? { what, workspace, id } : undefined
}

/**
 * The page that a letter is about, for somebody who works in its workspace, which is chosen on the way. Null where nothing
 * is there for who is signed in; throws a refusal where nobody is.
 */
export const placeBehind = async (hash: string): Promise<string | null> => {
  const letter = letterIn(hash)
  const me = await whoAmI()
  if (!letter || !workplaces(me).some(({ id }) => id === letter.workspace)) return null
  if (chosenWorkspace(me)?.id !== letter.workspace) {
    await call(setActiveWorkspace, { body: { workspaceId: letter.workspace } })
    // Whatever was read belongs to the other one: this page begins anew.
    location.reload()
    return new Promise(() => undefined)
  }
  try {
    return await placeOf(letter)
  } catch (error) {
    if (error instanceof Refused && (error.status === 403 || error.status === 404)) return null
    throw error
  }
}

const placeOf = async ({ what, id }: Letter): Promise<string | null> => {
  switch (what) {
    case 'request':
      return paths.request(id)
    case 'workspace-budget':
      return paths.home
    case 'project-budget':
      return paths.project(id)
    case 'cycle':
    case 'cycle-budget':
      return paths.cycle((await call(getCycle, { params: { id } })).cycle.projectId, id)
    case 'deliverable':
      return paths.deliverable((await call(getCycle, { params: { id } })).cycle.projectId, id)
    default:
      return null
  }
}
