import { Menu } from '@base-ui/react/menu'
import Check from 'lucide-react/icons/check'
import { setActiveWorkspace } from '../../../domains/accounts/people/contract/me.ts'
import { useOperation } from '../api/use-operation.ts'
import { workplaces, type Me, type Workspace } from '../api/workspace.ts'
import { ButtonMenu } from '../parts/forms/menu.tsx'
import { useWords } from '../words/shell/index.ts'
import { WorkspaceButton } from './menu-buttons.tsx'

/** The workspace of this tab, and the others in which the person works. */
export const WorkspaceMenu = ({ me, workspace }: { readonly me: Me; readonly workspace: Workspace }) => {
  const words = useWords()
  // Everything on the page belongs to the old one, so that the page begins again.
  const choose = useOperation(setActiveWorkspace, { then: () => location.assign('/console/') })
  return (
    <ButtonMenu trigger={<WorkspaceButton workspace={workspace} />} side="bottom" isAsWide>
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
