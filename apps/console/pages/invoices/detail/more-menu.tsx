import { Menu } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import { ButtonMenu } from '../../../parts/menu.tsx'
import { MoreButton } from './more-button.tsx'

interface MoreMenuProps {
  readonly items: readonly { readonly name: string; readonly icon: LucideIcon; readonly act: () => unknown }[]
}

/** The actions on an invoice that are rare. */
export const MoreMenu = ({ items }: MoreMenuProps) => (
  <ButtonMenu side="bottom" trigger={<MoreButton />}>
    {items.map(({ name, icon: Icon, act }) => (
      <Menu.Item key={name} className="menu-item" onClick={act}>
        <Icon className="i" aria-hidden="true" />
        {name}
      </Menu.Item>
    ))}
  </ButtonMenu>
)
