import { Menu } from '@base-ui/react/menu'
import Check from 'lucide-react/icons/check'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import type { ComponentProps } from 'react'
import { setActiveWorkspace } from '../../../domains/accounts/people/contract/me.ts'
import { useOperation } from '../api/use-operation.ts'
import { workplaces, type Me, type Workspace } from '../api/workspace.ts'
import { initial } from '../parts/initials.ts'
import { ButtonMenu } from '../parts/menu.tsx'
import { useWords } from '../words/shell/index.ts'

/** The workspace of this tab, and the others in which the person works. */
export const WorkspaceMenu = ({ me, workspace }: { readonly me: Me; readonly workspace: Workspace }) => {
  const words = useWords()
  // Everything on the page belongs to the old one, so that the page begins anew.
  const choose = useOperation(setActiveWorkspace, { then: () => location.assign('/console/') })
  return (
    <ButtonMenu trigger={<Name workspace={workspace} />} side="bottom" isAsWide>
      <Menu.Group>
        <Menu.GroupLabel className="menu-label">{words.yourWorkspaces}</Menu.GroupLabel>
        {workplaces(me).map(({ id, name }) => (
          <Menu.Item
            key={id}
            className="menu-item"
            onClick={() => id !== workspace.id && choose.mutate({ body: { workspaceId: id } })}
          >
            <span className="cut" dir="auto">
              {name}
            </span>
            {id === workspace.id ? <Check className="i end" aria-hidden="true" /> : null}
          </Menu.Item>
        ))}
      </Menu.Group>
    </ButtonMenu>
  )
}

type NameProps = ComponentProps<'button'> & { readonly workspace: Workspace }

const Name = ({ workspace, ...given }: NameProps) => (
  <button type="button" className="side-space" {...given}>
    <span className="mark" aria-hidden="true">
      {initial(workspace.name)}
    </span>
    <b className="cut" dir="auto">
      {workspace.name}
    </b>
    <span className="sr">{useWords().switchWorkspace}</span>
    <ChevronsUpDown className="i" aria-hidden="true" />
  </button>
)
