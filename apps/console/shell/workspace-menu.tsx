import { Menu } from '@mantine/core'
import Check from 'lucide-react/icons/check'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { setActiveWorkspace } from '../../../domains/accounts/people/contract/me.ts'
import { useOperation } from '../api/use-operation.ts'
import { workplaces, type Me, type Workspace } from '../api/workspace.ts'
import { initial } from '../parts/initials.ts'
import { menuClasses } from '../parts/menu-classes.ts'
import { useWords } from '../words/use-words.ts'

/** The workspace of this tab, and the others in which the person works. */
export const WorkspaceMenu = ({ me, workspace }: { readonly me: Me; readonly workspace: Workspace }) => {
  const words = useWords()
  // Everything on the page belongs to the old one, so that the page begins anew.
  const choose = useOperation(setActiveWorkspace, { then: () => location.assign('/console/') })
  return (
    <Menu position="bottom-start" classNames={menuClasses} width="target" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <button type="button" className="side-space">
          <span className="mark" aria-hidden="true">
            {initial(workspace.name)}
          </span>
          <b className="cut" dir="auto">
            {workspace.name}
          </b>
          <span className="sr">{words.switchWorkspace}</span>
          <ChevronsUpDown className="i" aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{words.yourWorkspaces}</Menu.Label>
        {workplaces(me).map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => id !== workspace.id && choose.mutate({ body: { workspaceId: id } })}>
            <span className="cut" dir="auto">
              {name}
            </span>
            {id === workspace.id ? <Check className="i end" aria-hidden="true" /> : null}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
