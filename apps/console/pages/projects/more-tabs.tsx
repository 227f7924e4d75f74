import { Menu } from '@base-ui/react/menu'
import { Link } from 'react-router'
import { ButtonMenu } from '../../parts/menu.tsx'
import { useProjectWords } from '../../words/project/index.ts'
import { MoreButton } from './more-button.tsx'
import { moreTabs } from './project-tabs.ts'

/** The other pages of a project. The open one is in the bar as well. */
export const MoreTabs = ({ id }: { readonly id: string }) => {
  const words = useProjectWords()
  return (
    <ButtonMenu side="bottom" trigger={<MoreButton />}>
      {moreTabs.map(({ name, to, icon: Icon }) => (
        <Menu.LinkItem key={name} className="menu-item" render={<Link to={to(id)} />} closeOnClick>
          <Icon className="i" aria-hidden="true" />
          {words.tabs[name]}
        </Menu.LinkItem>
      ))}
    </ButtonMenu>
  )
}
