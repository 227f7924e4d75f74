import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import type { ComponentProps } from 'react'
import type { Me, Workspace } from '../api/workspace.ts'
import { initial, initials } from '../parts/text/initials.ts'
import { useWords } from '../words/shell/index.ts'

type WorkspaceButtonProps = ComponentProps<'button'> & { readonly workspace: Workspace }

/** The button of the workspace's menu, which gets its props from a menu. */
export const WorkspaceButton = ({ workspace, ...given }: WorkspaceButtonProps) => (
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

type PersonButtonProps = ComponentProps<'button'> & { readonly me: Me }

/** The button of the person's menu. */
export const PersonButton = ({ me, ...given }: PersonButtonProps) => (
  <button type="button" className="nav-item" {...given}>
    <span className="avatar" aria-hidden="true">
      {initials(me.name)}
    </span>
    <span dir="auto">{me.name}</span>
    <span className="sr">{useWords().account}</span>
  </button>
)
