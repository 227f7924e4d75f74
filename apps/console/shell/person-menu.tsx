import { Menu } from '@base-ui/react/menu'
import Check from 'lucide-react/icons/check'
import LogOut from 'lucide-react/icons/log-out'
import Settings from 'lucide-react/icons/settings'
import Shield from 'lucide-react/icons/shield'
import type { ReactElement } from 'react'
import { Link, NavLink } from 'react-router'
import { useChangePreferences } from '../api/use-preferences.ts'
import { useSignOut } from '../api/use-sign-out.ts'
import { chosenWorkspace, readsAudit, type Me } from '../api/workspace.ts'
import { ButtonMenu } from '../parts/forms/menu.tsx'
import { paths } from '../paths.ts'
import { useDensity, useLanguage } from '../preferences.ts'
import { useChosenTheme } from '../theme.ts'
import { useWords } from '../words/shell/index.ts'
import { menuNavigation } from './navigation.ts'
import '../parts/forms/menu.css'

// The build puts it in, from package.json.
const version = String(import.meta.env.ATELIER_VERSION)

const themes = ['auto', 'light', 'dark'] as const
const densities = ['normal', 'compact'] as const
const languages = [
  ['en', 'English'],
  ['de', 'Deutsch'],
] as const

interface PersonMenuProps {
  readonly me: Me
  /** The button that opens it. */
  readonly trigger: ReactElement
}

/** A person's own choices. */
export const PersonMenu = ({ me, trigger }: PersonMenuProps) => {
  const words = useWords()
  const workspace = chosenWorkspace(me)
  const { choose } = useChangePreferences()
  const leave = useSignOut(() => location.assign('/console/sign-in'))
  return (
    <ButtonMenu trigger={trigger} side="top">
      <div className="menu-label" dir="auto">
        {me.email}
      </div>
      <Menu.LinkItem className="menu-item" render={<Link to={paths.settings} />} closeOnClick>
        <Settings className="i" aria-hidden="true" />
        {words.settings}
      </Menu.LinkItem>
      {workspace && readsAudit(workspace) ? (
        <Menu.LinkItem className="menu-item" render={<Link to={paths.audit} />} closeOnClick>
          <Shield className="i" aria-hidden="true" />
          {words.audit}
        </Menu.LinkItem>
      ) : null}
      {menuNavigation.map(({ name, icon: Icon, to }) => (
        <Menu.LinkItem key={name} className="menu-item" render={<NavLink to={to} />} closeOnClick>
          <Icon className="i" aria-hidden="true" />
          {words[name]}
        </Menu.LinkItem>
      ))}
      <Menu.Separator className="menu-line" />
      <Choices
        title={words.theme}
        chosen={useChosenTheme()}
        choices={themes.map((name) => [name, words.themes[name]] as const)}
        onChoose={(name) => choose({ theme: name === 'auto' ? null : name })}
      />
      <Menu.Separator className="menu-line" />
      <Choices
        title={words.density}
        chosen={useDensity()}
        choices={densities.map((name) => [name, words.densities[name]] as const)}
        onChoose={(density) => choose({ density })}
      />
      <Menu.Separator className="menu-line" />
      <Choices
        title={words.language}
        chosen={useLanguage()}
        choices={languages}
        onChoose={(language) => choose({ language })}
      />
      <Menu.Separator className="menu-line" />
      <Menu.Item className="menu-item" onClick={() => leave.mutate({})}>
        <LogOut className="i" aria-hidden="true" />
        {words.signOut}
      </Menu.Item>
      <div className="menu-label">Atelier {version}</div>
    </ButtonMenu>
  )
}

interface ChoicesProps<Name extends string> {
  readonly title: string
  readonly chosen: Name
  readonly choices: readonly (readonly [name: Name, text: string])[]
  readonly onChoose: (name: Name) => void
}

/** A choice among several, under a title; the present choice has a tick. */
const Choices = <Name extends string>({ title, chosen, choices, onChoose }: ChoicesProps<Name>) => (
  <Menu.RadioGroup value={chosen} onValueChange={(value: Name) => onChoose(value)}>
    <Menu.GroupLabel className="menu-label">{title}</Menu.GroupLabel>
    {choices.map(([name, text]) => (
      <Menu.RadioItem key={name} className="menu-item" value={name}>
        <span className="menu-tick">
          <Menu.RadioItemIndicator render={<Check className="i" aria-hidden="true" />} />
        </span>
        {text}
      </Menu.RadioItem>
    ))}
  </Menu.RadioGroup>
)
